import { selectIds } from '../client/did-you-mean.ts';
import { UsageError } from '../client/usage-error.ts';
import { CONDITIONS } from '../reference/conditions.ts';
import type { PairCandidate } from './candidate.ts';
import { selectFaults, shownOn } from './chosen-faults.ts';
import { drawPairs, pairCandidates, pairOf } from './conditioned-faults.ts';
import type { ExamOptions } from './exam-options.ts';
import { QUICK } from './exam-size.ts';
import { HISTORIES } from './histories.ts';
import { rotationOfCommit, sampleOf } from './rotation.ts';

/** Whether faults under conditions are asked for, and so nothing else. */
export const isAboutPairs = ({ histories, conditions }: ExamOptions): boolean =>
  histories !== undefined || conditions !== undefined;

/** Throws UsageError for `--condition` alone, and for what says nothing of faults under conditions. */
const checkPairOptions = (options: ExamOptions): void => {
  if (!isAboutPairs(options)) {
    if (options.condition === undefined) return;
    throw new UsageError(
      '--condition chooses among --histories or --conditions N; add one of them, or leave it out',
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
  const given = Object.entries(others).find(([, value]) => value !== undefined);
  if (given)
    throw new UsageError(
      `${given[0]} says nothing of faults under conditions; leave it, or --histories and --conditions, out`,
    );
};

/** Faults under conditions that the options ask for: rows of the fixed table, drawn ones, or both. Throws UsageError. */
export const pairPlan = (options: ExamOptions): readonly PairCandidate[] => {
  checkPairOptions(options);
  if (!isAboutPairs(options)) return [];
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
  const rotation = options.rotation ?? (quick ? rotationOfCommit() : 0);
  const drawn =
    count === undefined ? [] : drawPairs(shownOn(undefined, faults), count, seed, conditions);
  return [
    ...pairCandidates(sampleOf(rows, size, rotation), seed, true),
    ...pairCandidates(drawn, seed, false),
  ];
};
