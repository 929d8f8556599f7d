import type { FaultCandidate } from '../candidate.ts';
import type { FaultTrial, PairTrial } from '../outcome.ts';

/** A trial for tests, of a fault that breaks LEAD-01 of gap; these requirements failed. */
export const exampleTrial = (
  id: string,
  failed: readonly string[],
  changes: Partial<FaultCandidate> = {},
): FaultTrial => ({
  candidate: {
    kind: 'fault',
    id,
    area: 'rules',
    requirement: 'LEAD-01',
    cells: ['LEAD-01@gap.lead-create'],
    what: '',
    lines: ['gap'],
    seed: 1,
    ...changes,
  },
  exitCode: failed.length > 0 ? 1 : 0,
  failed,
  failedCells: failed.map((each) => `${each}@gap.lead-create`),
  inconclusive: [],
  caughtAfter: 1500,
  milliseconds: 1,
});

/** A trial for tests, of such a fault under a condition. */
export const examplePairTrial = (
  changes: Partial<PairTrial>,
  candidate: Partial<PairTrial['candidate']> = {},
): PairTrial => {
  const example = exampleTrial('a', []);
  return {
    ...example,
    shown: 2,
    ...changes,
    candidate: {
      ...example.candidate,
      kind: 'pair',
      policy: 'gate',
      id: 'a~once',
      mustShow: true,
      ...candidate,
    },
  };
};
