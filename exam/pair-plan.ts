import { needs, showsInReadBacks } from '../spec/catalogue.ts';
import { selectIds } from '../client/did-you-mean.ts';
import { UsageError } from '../client/usage-error.ts';
import { CONDITIONS, conditionOf } from '../reference/conditions.ts';
import { type PairCandidate, faultCandidates } from './candidate.ts';
import { areaOf, selectFaults, faultsShownOn } from './select-faults.ts';
import { type ExamOptions, QUICK, rotationOfTree, rotatingSample } from './exam-options.ts';
import { HISTORIES, type PairIds } from './histories.ts';
import { createHash } from 'node:crypto';
import type { Condition } from '../reference/conditions/condition.ts';
import type { Fault } from '../reference/faults/injection/fault.ts';
import { faultOf } from '../reference/faults.ts';
import { type Line, LINES } from '../spec/line.ts';
import { type OperationId, operation } from '../spec/operations.ts';
import { pairId } from '../reference/injected-faults.ts';

/** A fault, and the condition under which it shows. */
export interface Pair {
  readonly fault: Fault;
  readonly condition: Condition;
}

/** The pair with these ids. Throws if one is unknown. */
export const pairOf = ({ fault, condition }: PairIds): Pair => ({
  fault: faultOf(fault),
  condition: conditionOf(condition),
});

/** True if a service may break the requirement now and then: C2, "present in some and absent in others". */
const toleratesSporadic = ({ breaks }: Fault): boolean =>
  needs(breaks.requirement, 'last-modified');

/** Draws per pair, after which an exam of few faults or conditions makes do with fewer pairs. */
const DRAWS_A_PAIR = 200;

/** A hash of the words, below `limit`. */
const drawn = (limit: number, ...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join('/')).digest().readUInt32BE() % limit;

/** True if a client of the 48 operations can show the fault in a call that meets the condition. */
export const canMeet = ({ fault, condition }: Pair): boolean => {
  const { breaks, withoutDraft, withoutObject, confinedTo, dependsOn = [] } = fault;
  const field = confinedTo?.startsWith('/') ? confinedTo : undefined;
  const on = [breaks.operation].flat() as readonly OperationId[];
  return on.some(
    (id) =>
      condition.canMeet?.({
        operation: operation(id),
        hasDraft: withoutDraft !== true,
        hasObject: withoutObject !== true,
        field,
        dependsOn,
        area: areaOf(fault),
        isReadLater: showsInReadBacks(breaks.requirement),
      }) ?? true,
  );
};

/**
 * Distinct random pairs of these faults and any condition that a client can meet, drawn by the seed; fewer if there are no
 * more.
 */
export const samplePairs = (
  faults: readonly Fault[],
  count: number,
  seed: number,
  conditions: readonly Condition[] = CONDITIONS,
): readonly Pair[] => {
  const candidates = faults.filter((fault) => !toleratesSporadic(fault));
  const pairs = new Map<string, Pair>();
  for (let at = 0; pairs.size < count && at < count * DRAWS_A_PAIR; at += 1) {
    const fault = candidates[drawn(candidates.length, 'fault', seed, at)];
    const condition = conditions[drawn(conditions.length, 'condition', seed, at)];
    if (fault && condition && canMeet({ fault, condition }))
      pairs.set(pairId(fault.id, condition.id), { fault, condition });
  }
  return [...pairs.values()];
};

/** The lines of a fault, and one more if its condition takes calls on another one. */
const linesFor = (own: readonly Line[], { needsOtherLine }: Condition): readonly Line[] => {
  const other = needsOtherLine && LINES.find((line) => !own.includes(line));
  return other ? LINES.filter((line) => line === other || own.includes(line)) : own;
};

/** Candidates of the pairs without duplicates, limited to the lines of their fault. */
const pairCandidates = (
  pairs: readonly Pair[],
  seed: number,
  mustShow: boolean,
): readonly PairCandidate[] =>
  pairs.flatMap(({ fault, condition }) =>
    faultCandidates([fault], seed).map((candidate) => ({
      ...candidate,
      kind: 'pair' as const,
      policy: 'gate' as const,
      lines: linesFor(candidate.lines, condition),
      id: pairId(fault.id, condition.id),
      what: `${fault.what} It does so only ${condition.what}.`,
      mustShow,
    })),
  );

/** Tests if an exam is limited to conditional faults. */
export const isPairExam = ({ histories, conditions }: ExamOptions): boolean =>
  histories !== undefined || conditions !== undefined;

/** The name of the first option that is given. */
const nameOfFirst = (options: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(options).find(([, value]) => value !== undefined)?.[0];

/** Throws UsageError for `--condition` alone, and for options that do not apply to conditional faults. */
const checkPairOptions = (options: ExamOptions): void => {
  if (!isPairExam(options)) {
    if (options.condition === undefined) return;
    throw new UsageError(
      '--condition selects among --histories or --conditions N; add one of them, or omit it',
    );
  }
  const others = {
    '--dialect': options.dialect,
    '--services': options.services,
    '--on': options.on,
    '--chance': options.chance,
    '--seeds': options.seeds,
    '--mutations': options.mutations,
    '--write-baseline': options.writeBaseline,
  };
  const given = nameOfFirst(others);
  if (given !== undefined)
    throw new UsageError(
      `${given} does not apply to faults under conditions; omit it, or --histories and --conditions`,
    );
  const { quick, sample, rotation, histories } = options;
  const bound = nameOfFirst({ '--quick': quick, '--sample': sample, '--rotation': rotation });
  if (bound !== undefined && !histories)
    throw new UsageError(
      `${bound} selects a part of the fixed table, but --conditions N draws; omit ${bound}, or add --histories`,
    );
};

/** Draws so many pairs of the faults and conditions, and prints if there are fewer. */
const drawPairs = (
  faults: readonly Fault[],
  count: number,
  seed: number,
  conditions: readonly Condition[],
): readonly Pair[] => {
  const pairs = samplePairs(faultsShownOn(undefined, faults), count, seed, conditions);
  if (pairs.length > 0 && pairs.length < count)
    process.stdout.write(
      `${pairs.length} of ${count} pairs are drawn: no client can observe more of these faults under these conditions\n`,
    );
  return pairs;
};

/** The requested conditional faults: rows of the fixed table, drawn ones, or both. Throws UsageError. */
export const pairPlan = (options: ExamOptions): readonly PairCandidate[] => {
  checkPairOptions(options);
  if (!isPairExam(options)) return [];
  const { seed, quick, histories, conditions: count, condition } = options;
  const faults = selectFaults(options);
  const ids = new Set(
    selectIds(
      condition ?? ['*'],
      CONDITIONS.map(({ id }) => id),
      'condition',
      'assay serve --list-conditions',
    ),
  );
  const conditions = CONDITIONS.filter(({ id }) => ids.has(id));
  const rows = histories
    ? HISTORIES.map(pairOf).filter(
        (each) => faults.includes(each.fault) && conditions.includes(each.condition),
      )
    : [];
  const size = options.sample ?? (quick ? QUICK.pairs : Number.POSITIVE_INFINITY);
  const rotation = options.rotation ?? (quick ? rotationOfTree() : 0);
  // A condition that is named explicitly is not filtered.
  const drawable = conditions.filter(({ notDrawn }) => condition !== undefined || !notDrawn);
  const drawn = count === undefined ? [] : drawPairs(faults, count, seed, drawable);
  return [
    ...pairCandidates(rotatingSample(rows, size, rotation), seed, true),
    ...pairCandidates(drawn, seed, false),
  ];
};
