import { existsSync } from 'node:fs';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { printableJson } from '../../store/printable.ts';
import { diffLoads, loadDiffDocument } from '../../reports/diff/load-diff.ts';
import { type LoadRecord, readLoadRecord } from '../../store/load/load-record.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import { isLoadRun } from '../output/load-reports.ts';
import { print } from '../output/print.ts';
import { orUsageError } from '../../store/resolve-run.ts';

/** True if both folders are load runs. Throws UsageError if only one is. */
export const areLoadRuns = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((path) => isLoadRun(runFolderAt(path)));
  if (first === second) return first === true;
  const [load, rest] = first ? [one, other] : [other, one];
  throw new UsageError(
    `expected two runs of one kind; ${load} is a load run, and ${rest} is not: name two load runs, or two runs of gate or certify`,
  );
};

const recordAt = (path: string): LoadRecord => {
  const { load } = runFolderAt(path);
  if (existsSync(load.record)) return orUsageError(() => readLoadRecord(load.record));
  throw new UsageError(
    `${path} contains no load.json: the run was killed or is still running; \`assay report ${path}\` concludes it`,
  );
};

/**
 * Prints the changes between two load runs. Exit code 1 if the later one newly fails, has a new wrong answer, or
 * misses a limit that was kept.
 */
export const compareLoads = (one: string, other: string, json: boolean): ExitCode => {
  const [before, after] = [recordAt(one), recordAt(other)];
  const diff = diffLoads(before, after);
  if (json) {
    const named = ({ runId, verdict }: LoadRecord) => ({ runId, verdict });
    print(printableJson({ before: named(before), after: named(after), ...diff }, 2));
  } else print(loadDiffDocument(diff, before, after));
  const failsAnew = before.verdict !== 'FAIL' && after.verdict === 'FAIL';
  return failsAnew || diff.newWrong.length + diff.missed.length > 0
    ? EXIT.nonConformant
    : EXIT.conformant;
};
