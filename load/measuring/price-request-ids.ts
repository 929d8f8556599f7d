import type { Line } from '../../spec/line.ts';
import type { PreparedDraft } from '../preparation/create-drafts.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** One priceRequestId that two drafts got. */
export interface DoubleId {
  readonly id: string;
  /** Ids of the two drafts, in the order in which they got it. */
  readonly drafts: readonly [first: string, second: string];
}

/** So many doubles are looked at again. */
const TRIED = 2;

const doublesIn = (drafts: readonly PreparedDraft[], ids: readonly (string | undefined)[]) => {
  const owners = new Map<string, number>();
  return ids.flatMap((id, index) => {
    if (id === undefined) return [];
    const first = owners.get(id);
    if (first === undefined) owners.set(id, index);
    return first === undefined || drafts[first]?.id === drafts[index]?.id
      ? []
      : [{ id, first, second: index }];
  });
};

/**
 * Looks at the ids that the drafts of a line got at rest. The text calls no priceRequestId unique (D11): a service that numbers
 * them by draft, or names them after their content, gives the same ones again, and its ids are compared with nothing.
 */
export const comparableIds = async (
  line: Line,
  drafts: readonly PreparedDraft[],
  ids: readonly (string | undefined)[],
  again: (index: number) => Promise<string | undefined>,
) => {
  const doubles = doublesIn(drafts, ids);
  let areUnique = doubles.length * 2 <= drafts.length;
  for (const { first, second } of doubles.slice(0, TRIED)) {
    if (!areUnique) break;
    const [one, other] = [await again(first), await again(second)];
    if (one !== undefined && one === other) areUnique = false;
  }
  const named = doubles.map(({ id, first, second }): DoubleId => ({
    id,
    drafts: [drafts[first]?.id ?? '', drafts[second]?.id ?? ''],
  }));
  const note = `${line}: equal priceRequestIds belong to several drafts, so they are not compared`;
  return areUnique
    ? { areUnique, doubles: named, notes: [] }
    : { areUnique, doubles: [], notes: [note] };
};

const MOST = 1_000_000;

/** FNV-1a, from two starts. */
const hashOf = (text: string): bigint => {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193) ^ (other >>> 13);
  }
  return (BigInt(one >>> 0) << 32n) | BigInt(other >>> 0);
};

/** Opens an empty book of which draft each priceRequestId belongs to; 64 bits of an id are kept, and of so many ids. */
export const openIdBook = (most = MOST) => {
  const owners = new Map<bigint, number>();
  let left = 0;
  return {
    /** Writes that a draft got an id. Returns the other draft that has got it before; undefined if there is none. */
    add: (line: Line, id: string, draft: number): number | undefined => {
      const key = hashOf(`${line} ${id}`);
      const owner = owners.get(key);
      if (owner !== undefined) return owner === draft ? undefined : owner;
      if (owners.size < most) owners.set(key, draft);
      else left += 1;
      return undefined;
    },
    /** Number of ids that were not kept, for want of room. */
    left: () => left,
  };
};

/** One priceRequestId of two drafts: the text calls it unique nowhere (D11), so it only keeps a pass away. */
export const doubleId = (line: Line, step: number, { id, drafts }: DoubleId): Sighting => ({
  line,
  step,
  kind: 'a priceRequestId that another draft had got',
  example: `${id} of draft ${drafts[0]} was answered to draft ${drafts[1]}`,
  isExcluded: false,
});
