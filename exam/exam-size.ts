import type { ExamOptions } from './exam-options.ts';

/**
 * How much a whole exam tries: runs of each dialect, and services whose decisions are drawn. Each costs as much as five faults,
 * and `--services` makes many more of them.
 */
export const WHOLE_EXAM = { seeds: 3, chance: 30 } as const;
/** How much an exam of correct services alone tries (`--services`). */
export const MANY_SERVICES = { seeds: 20, chance: 200 } as const;
/** What a bounded exam tries: enough to notice a harness that went blind, little enough for every change. */
export const QUICK = { sample: 24, seeds: 1, chance: 2, pairs: 10 } as const;
/** Whether nothing is left out: every fault, every dialect. */
export const isWhole = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, quick, sample, mutations } = options;
  const { histories, conditions } = options;
  const bounds = [fault, area, dialect, services, on, quick, sample, mutations];
  return [...bounds, histories, conditions].every((each) => each === undefined);
};

/** Whether changed answers are judged, too: in every exam that is not about chosen services. */
export const withMutations = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, histories, conditions, mutations } = options;
  return (
    mutations ??
    [fault, area, dialect, services, on, histories, conditions].every((each) => each === undefined)
  );
};

/** Runs of each dialect that the options ask for. */
export const seedsOf = ({ seeds, quick, services }: ExamOptions): number =>
  quick ? QUICK.seeds : (seeds ?? (services ? MANY_SERVICES : WHOLE_EXAM).seeds);

/** Chance services where nobody says how many. */
export const usualChance = (
  { quick, services, dialect }: ExamOptions,
  onlyFaults: boolean,
): number => {
  if (quick) return QUICK.chance;
  if (services) return MANY_SERVICES.chance;
  return dialect === undefined && !onlyFaults ? WHOLE_EXAM.chance : 0;
};
