import { basename, dirname } from 'node:path';
import type { CellVerdict } from '../oracles/finding.ts';
import { diffRuns } from '../store/diff/run-diff.ts';
import type { SinceRun } from '../store/diff/since-run.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { RunRecord } from '../store/run-record.ts';
import { runsBefore } from './last-failures.ts';
import type { Outcome } from '../store/outcome.ts';

const failsIn = ({ verdicts: { fail, waived } }: RunRecord): number => fail + waived;

const changes = (
  before: readonly CellVerdict[],
  after: readonly CellVerdict[],
): Omit<SinceRun, 'run'> => {
  const { broken, fixed, stillFailing } = diffRuns(
    { verdicts: before, points: [], exchanges: [] },
    { verdicts: after, points: [], exchanges: [] },
  );
  const cells = (changed: typeof broken) => changed.map(({ cell }) => cell);
  return { broken: cells(broken), fixed: cells(fixed), stillFailing };
};

/**
 * What changed since the newest run before this one of the same target and policy in the same folder; undefined where there is
 * none. A run that was stopped is no measure.
 */
export const sinceRun = (
  folder: RunFolder,
  { record, verdicts }: Pick<Outcome, 'record' | 'verdicts'>,
): SinceRun | undefined => {
  const before = runsBefore(
    dirname(folder.path),
    record,
    basename(folder.path),
    ({ thorough, stopped }) => thorough === record.thorough && stopped === null,
  );
  for (const { name, record: earlier, verdicts: read } of before) {
    // Mostly so, and then no verdicts are read.
    if (earlier.assay === record.assay && failsIn(record) + failsIn(earlier) === 0)
      return { run: name, broken: [], fixed: [], stillFailing: 0 };
    const judged = read();
    if (judged) return { run: name, ...changes(judged, verdicts) };
  }
  return undefined;
};
