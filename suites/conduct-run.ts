import { detectRefusedSpellings } from './contexts/refused-spelling.ts';
import { conductSuites, type TestEnd } from './engine/conduct-suites.ts';
import type { Run } from './engine/run.ts';
import { reportOthers } from './engine/sightings.ts';
import type { SuiteTest } from './engine/suite.ts';
import { detectSharedDrafts } from './journey/detect-shared-drafts.ts';
import { openSuites } from './open-suites.ts';

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
