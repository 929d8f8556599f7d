import type { Line } from '../../spec/line.ts';
import type { PreparedDraft } from '../preparation/create-drafts.ts';

/** One priceRequestId that two drafts got. */
export interface DoubleId {
  readonly id: string;
  /** Ids of the two drafts, in the order in which they got it. */
  readonly drafts: readonly [first: string, second: string];
}

/** Whether the ids of a line's price requests say which draft they belong to, and those at rest that do not. */
export interface ComparableIds {
  readonly areUnique: boolean;
  readonly doubles: readonly DoubleId[];
  readonly notes: (line: Line) => readonly string[];
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
  drafts: readonly PreparedDraft[],
  ids: readonly (string | undefined)[],
  again: (index: number) => Promise<string | undefined>,
): Promise<ComparableIds> => {
  const doubles = doublesIn(drafts, ids);
  let areUnique = doubles.length * 2 <= drafts.length;
  for (const { first, second } of doubles.slice(0, TRIED)) {
    if (!areUnique) break;
    const [one, other] = [await again(first), await again(second)];
    if (one !== undefined && one === other) areUnique = false;
  }
  return {
    areUnique,
    doubles: areUnique
      ? doubles.map(({ id, first, second }) => ({
          id,
          drafts: [drafts[first]?.id ?? '', drafts[second]?.id ?? ''],
        }))
      : [],
    notes: (line) =>
      areUnique
        ? []
        : [`${line}: equal priceRequestIds belong to several drafts, so they are not compared`],
  };
};
