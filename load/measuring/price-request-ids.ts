import type { Line } from '../../spec/line.ts';
import type { PreparedDraft } from '../preparation/create-drafts.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** One priceRequestId that two drafts received. */
export interface DuplicateId {
  readonly id: string;
  /** Ids of the two drafts, in the order in which they received it. */
  readonly drafts: readonly [first: string, second: string];
}

/** Maximum number of duplicates that are checked again. */
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
 * Checks the ids before the load of a line's drafts. No priceRequestId is called unique by the text (D11): a service that
 * numbers them by draft, or derives them from content, repeats them, and its ids are not compared.
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
  const named = doubles.map(({ id, first, second }): DuplicateId => ({
    id,
    drafts: [drafts[first]?.id ?? '', drafts[second]?.id ?? ''],
  }));
  const note = `${line}: several drafts have the same priceRequestId, so these ids are not compared`;
  return areUnique
    ? { areUnique, doubles: named, notes: [] }
    : { areUnique, doubles: [], notes: [note] };
};

const MOST = 1_000_000;

/** Two FNV-1a hashes with different seeds. */
const hashOf = (text: string): bigint => {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193) ^ (other >>> 13);
  }
  return (BigInt(one >>> 0) << 32n) | BigInt(other >>> 0);
};

/** Opens an empty index from priceRequestId to draft; it keeps 64-bit hashes, up to a maximum number. */
export const openIdIndex = (most = MOST) => {
  const owners = new Map<bigint, number>();
  let left = 0;
  return {
    /** Records the id of a draft. Returns another draft that has received it before; undefined if there is none. */
    add: (line: Line, id: string, draft: number): number | undefined => {
      const key = hashOf(`${line} ${id}`);
      const owner = owners.get(key);
      if (owner !== undefined) return owner === draft ? undefined : owner;
      if (owners.size < most) owners.set(key, draft);
      else left += 1;
      return undefined;
    },
    /** Number of ids that were not kept for lack of memory. */
    left: () => left,
  };
};

/** A priceRequestId of two drafts: the text never calls it unique (D11), so it only prevents a PASS. */
export const duplicateIdSighting = (
  line: Line,
  step: number,
  { id, drafts }: DuplicateId,
): Sighting => ({
  line,
  step,
  kind: 'a priceRequestId that another draft had received',
  example: `${id} of draft ${drafts[0]} was answered to draft ${drafts[1]}`,
  isExcluded: false,
});
