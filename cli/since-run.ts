import { basename, dirname } from 'node:path';
import { diffRuns } from '../reports/diff/run-diff.ts';
import type { SinceRun } from '../reports/diff/since-run.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { runBefore } from './last-failures.ts';
import type { Outcome } from './outcome.ts';

/**
 * What changed since the newest run before this one of the same target and policy in the same folder; undefined where there is
 * none. A run that was stopped is no measure.
 */
export const sinceRun = (
  folder: RunFolder,
  { record, verdicts }: Pick<Outcome, 'record' | 'verdicts'>,
): SinceRun | undefined => {
  const before = runBefore(
    dirname(folder.path),
    record,
    basename(folder.path),
    ({ thorough, stopped }) => thorough === record.thorough && stopped === null,
  );
  if (before === undefined) return undefined;
  const { broken, fixed, stillFailing } = diffRuns(
    { verdicts: before.verdicts, points: [], exchanges: [] },
    { verdicts, points: [], exchanges: [] },
  );
  const cells = (changed: typeof broken) => changed.map(({ cell }) => cell);
  return { run: before.name, broken: cells(broken), fixed: cells(fixed), stillFailing };
};
