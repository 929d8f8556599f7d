import { createHash } from 'node:crypto';
import { CONDITIONS, conditionOf } from '../reference/conditions.ts';
import type { Condition } from '../reference/conditions/condition.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { faultOf } from '../reference/faults.ts';
import { pairId } from '../reference/sown-faults.ts';
import { faultCandidates, type PairCandidate } from './candidate.ts';

/** A fault, and the condition under which it shows. */
export interface Pair {
  readonly fault: Fault;
  readonly condition: Condition;
}

/** The same by their ids. */
export interface PairIds {
  readonly fault: string;
  readonly condition: string;
}

/** One fault with several conditions. */
export const pairIds = (fault: string, ...conditions: readonly string[]): readonly PairIds[] =>
  conditions.map((condition) => ({ fault, condition }));

/** The pair of these ids. Throws for an unknown one. */
export const pairOf = ({ fault, condition }: PairIds): Pair => ({
  fault: faultOf(fault),
  condition: conditionOf(condition),
});

/** Requirements that a service keeps which breaks them now and then only: C2, "present in some and absent in others". */
const KEPT_BY_SOME: readonly string[] = ['LASTMOD-01'];

/** A number below `limit` that follows from the words. */
const drawn = (limit: number, ...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join('/')).digest().readUInt32BE() % limit;

/** So many different pairs of these faults and any condition, drawn by the seed; fewer where there are no more. */
export const drawPairs = (
  faults: readonly Fault[],
  count: number,
  seed: number,
  conditions: readonly Condition[] = CONDITIONS,
): readonly Pair[] => {
  const candidates = faults.filter(({ breaks }) => !KEPT_BY_SOME.includes(breaks.requirement));
  const pairs = new Map<string, Pair>();
  const most = Math.min(count, candidates.length * conditions.length);
  for (let at = 0; pairs.size < most; at += 1) {
    const fault = candidates[drawn(candidates.length, 'fault', seed, at)];
    const condition = conditions[drawn(conditions.length, 'condition', seed, at)];
    if (fault && condition) pairs.set(pairId(fault.id, condition.id), { fault, condition });
  }
  return [...pairs.values()];
};

/** Each pair once, bounded to the lines of its fault. */
export const pairCandidates = (
  pairs: readonly Pair[],
  seed: number,
  mustShow: boolean,
): readonly PairCandidate[] =>
  pairs.flatMap(({ fault, condition }) =>
    faultCandidates([fault], seed).map((candidate) => ({
      ...candidate,
      kind: 'pair' as const,
      id: pairId(fault.id, condition.id),
      what: `${fault.what} It does so only ${condition.what}.`,
      mustShow,
    })),
  );
