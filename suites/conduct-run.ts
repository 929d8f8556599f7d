import { detectRefusedSpellings } from './contexts/refused-spelling.ts';
import { conductSuites, type TestEnd } from './engine/conduct-suites.ts';
import type { Run } from './engine/run.ts';
import type { SuiteTest } from './engine/suite.ts';
import { detectSharedDrafts } from './journey/detect-shared-drafts.ts';
import { openSuites } from './open-suites.ts';

/** Reports failures that answers showed on the way, and that no suite has reported (rule section 0). */
const reportOthers = (run: Run): void => {
  const { seed } = run.plan;
  // A draft may show the invalid content that it was asked about, also in a run that was stopped.
  for (const prefix of ['observations/', 'robustness/']) run.memory.met.drop(prefix);
  const others = run.memory.met.takeUnreported();
  run.write(others.map(([test, judged]) => ({ ...judged, test, attempt: 1, seed })));
};

/** Conducts all suites of a run; `onEnd` receives the end of each of its `total` tests. */
export const conductRun = async (
  run: Run,
  onEnd: (test: SuiteTest, end: TestEnd, total: number) => void,
): Promise<void> => {
  await detectSharedDrafts(run);
  await detectRefusedSpellings(run);
  const suites = openSuites(run);
  const total = suites.flatMap(({ tests }) => tests).length;
  await conductSuites(run, suites, (test, end) => onEnd(test, end, total));
  reportOthers(run);
  run.append('contexts', `${JSON.stringify(run.memory.contexts.recordOf(run.cells))}\n`);
  run.flush();
};
