import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { Argument, Command } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { printableJson } from '../../store/printable.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { diffDocument, type NamedRun } from '../../reports/diff/diff-document.ts';
import { type ComparedRun, diffRuns } from '../../store/diff/run-diff.ts';
import { runFolderAt } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { CommandContext } from '../command-context.ts';
import { finishedRunAt } from '../../store/replay-source.ts';
import { resolveRun, orUsageError } from '../../store/resolve-run.ts';
import { print } from '../output/print.ts';
import { recordedAddress } from '../../runner/replay/replay-subject.ts';
import { readVerdicts } from '../../store/read-verdicts.ts';
import { readCompleteJsonLines } from '../../store/json-lines.ts';

interface ReadRun extends ComparedRun, NamedRun {
  readonly record: RunRecord;
}

const readRunAt = (given: string, version: string): ReadRun => {
  const path = resolveRun(given);
  const record = finishedRunAt(path, version);
  const folder = runFolderAt(path);
  return orUsageError(() => ({
    record,
    name: basename(path),
    summary: renderSummary(record),
    verdicts: readVerdicts(folder, record),
    points: readCompleteJsonLines<OpenPoint>(folder.observations, record),
    exchanges: readCompleteJsonLines<Exchange>(folder.exchanges, record),
  }));
};

/** Comparing two services, such as staging and production, is allowed, but the reader has to know. */
const serviceNote = (before: ReadRun, after: ReadRun): readonly string[] =>
  recordedAddress(before.record) === recordedAddress(after.record)
    ? []
    : [
        `\nThe runs are of different services: ${recordedAddress(before.record)}, then ${recordedAddress(after.record)}.`,
      ];

const compare = (one: string, other: string, json: boolean, version: string): ExitCode => {
  const [before, after] = [readRunAt(one, version), readRunAt(other, version)];
  const diff = diffRuns(before, after);
  if (json) {
    const named = ({ name, summary }: NamedRun): NamedRun => ({ name, summary });
    print(printableJson({ before: named(before), after: named(after), ...diff }, 2));
  } else {
    print(diffDocument(diff, before, after));
    for (const line of serviceNote(before, after)) print(line);
  }
  return diff.broken.length > 0 ? EXIT.nonConformant : EXIT.conformant;
};

/** `assay diff`: the changes from one run to another. */
export const diffCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('diff')
    .description(
      'compare two runs: broken, fixed, changed choices, slower; exits with 1 if something broke',
    )
    .addArgument(new Argument('<before>', "a run's folder, or its name"))
    .addArgument(new Argument('[now]', "a run's folder, or its name").default('latest'))
    .option('--json', 'print JSON instead of Markdown')
    .action(async (before: string, now: string, { json }: { readonly json?: true }) => {
      const [one, other] = [realpathSync(resolveRun(before)), realpathSync(resolveRun(now))];
      if (one === other)
        throw new UsageError(`expected two runs, got ${one} twice; name an earlier one`);
      const { areLoadRuns, compareLoads } = await import('./diff-loads.ts');
      conclude(
        areLoadRuns(one, other)
          ? compareLoads(one, other, json === true)
          : compare(one, other, json === true, version),
      );
    });
