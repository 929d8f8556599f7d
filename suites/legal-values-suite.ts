import { casesSuite } from './engine/checks.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';
import { emptyDrafts } from './fields/empty-draft.ts';
import { lastStartDays } from './fields/last-start-day.ts';
import { legalValues } from './fields/legal-value.ts';
import { valuesRun } from './fields/shared-draft.ts';

/** Values that no rule forbids, the last legal start day (E6), and drafts without fields (S9). */
export const legalValuesSuite = (whole: Run): Suite => {
  const run = valuesRun(whole);
  const all = [legalValues, lastStartDays, emptyDrafts];
  const suite = casesSuite(
    run,
    all.flatMap(({ cases }) => cases(run)),
  );
  return {
    ...suite,
    *probes() {
      yield* suite.probes();
      // All values were announced: none looks for a draft that covers it any more.
      run.sharedPacks.clear();
      run.metValues.clear();
    },
  };
};
