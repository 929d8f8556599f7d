import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { shorten } from '../answers/json-body.ts';

/** One id that a creation issued. */
export interface IssuedId {
  readonly id: string;
  /** Scope of uniqueness, such as the draft of a metadata key; left out: its line. */
  readonly within?: string;
  /** Number of the exchange. */
  readonly exchange: number;
  /** The created body, or a digest of it; equal texts are equal bodies. */
  readonly content: string;
}

const nameOf = ({ id, within }: IssuedId): string => JSON.stringify([within, id]);

/** Maximum number of pairs to report. */
const MAX_PAIRS = 3;

const pairsOf = (
  all: readonly IssuedId[],
  isPair: (one: IssuedId, other: IssuedId) => boolean,
): readonly (readonly [IssuedId, IssuedId])[] =>
  [...Map.groupBy(all, nameOf).values()].flatMap((same) => {
    const [first, ...others] = same;
    return others.flatMap((other) => (first && isPair(first, other) ? [[first, other]] : []));
  });

/**
 * UNIQUE-01 to UNIQUE-04 (D11): no two creations with different bodies get one id. A service may treat equal bodies as one
 * object; they are only observed. Fails name the first few pairs; fewer than two creations show nothing. `scene` describes how
 * the objects were created, such as `20 calls at once`.
 */
export const judgeUniqueIds = (
  requirement: RequirementId,
  operation: OperationId,
  all: readonly IssuedId[],
  scene?: string,
): readonly Judgement[] => {
  const wanted = 'a different id for every creation';
  const where = scene === undefined ? '' : ` (${scene})`;
  const base = { requirement, operation, wanted: `${wanted}${where}` };
  const twice = pairsOf(all, (one, other) => one.content !== other.content);
  if (twice.length > 0) {
    return twice.slice(0, MAX_PAIRS).map(([one, other]) => ({
      ...base,
      verdict: 'fail',
      got: `the id ${shorten(one.id, 40)} again, for a creation with another body`,
      exchanges: [one.exchange, other.exchange],
    }));
  }
  const exchanges = all.slice(-2).map(({ exchange }) => exchange);
  const distinct = new Set(all.map(nameOf)).size;
  if (distinct < 2) {
    const got = `${all.length} creations with the same body`;
    return [{ ...base, verdict: 'observed', reason: 'specification-silent', got, exchanges }];
  }
  return [{ ...base, verdict: 'pass', got: `${distinct} different ids`, exchanges }];
};

/** Minimum length of ids that are judged on another line (D12). */
const MIN_ID_LENGTH = 16;
/** Minimum number of positions in which two ids differ: numbers of one sequence differ only in the last few. */
const MIN_DIFFERENCES = 8;

/**
 * True if ids that one operation issued in sequence look random (D12): 16 or more characters, and too different from each other
 * for a sequence. One id alone does not suffice.
 */
export const lookRandom = (ids: readonly string[]): boolean => {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return false;
  const differences = (other: string): number =>
    Array.from(first).filter((character, at) => character !== other[at]).length;
  return (
    ids.every(({ length }) => length >= MIN_ID_LENGTH) &&
    others.every((other) => differences(other) >= MIN_DIFFERENCES)
  );
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'unique-ids': judgeUniqueIds,
};
