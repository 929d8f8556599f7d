import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../client/did-you-mean.ts';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { comparePage } from '../../reports/nightly/compare-page.ts';
import { compareText } from '../../reports/nightly/compare-text.ts';
import { compareNights } from '../../store/nights/compare-nights.ts';
import type { NightLine } from '../../store/nights/history-line.ts';
import { headOf, historyIn, historyLines, type LineHead } from '../../store/nights/history-file.ts';
import { writeReports } from '../../store/atomic-write.ts';
import { areLoadRuns, compareLoads } from './diff-loads.ts';
import { print } from '../output/print.ts';
import { orUsageError } from '../../store/resolve-run.ts';
import { checkOutputFile } from '../../store/check-output-file.ts';
import { requireHistory } from '../options/options.ts';

/** Options of `assay compare`. */
export interface CompareOptions {
  readonly history?: string;
  readonly out: string;
  readonly page?: string;
}

/** Runs of a history, each once, oldest first. */
const runsIn = (text: string): readonly LineHead[] => {
  const runs = new Map<string, LineHead>();
  for (const line of historyLines(text)) {
    const head = headOf(line);
    if (head && !runs.has(head.runId)) runs.set(head.runId, head);
  }
  return [...runs.values()];
};

const runOf = (word: string, runs: readonly LineHead[]): string => {
  const found =
    word === 'latest' || word === 'previous'
      ? runs.at(word === 'latest' ? -1 : -2)
      : (runs.find(({ runId }) => runId === word) ??
        runs.findLast(({ at }) => at.startsWith(word)));
  if (found && word !== '') return found.runId;
  const names = runs.map(({ runId }) => runId);
  const guess = didYouMean(word, names);
  throw new UsageError(
    `there is no night "${word}"${guess ? `, ${guess}` : ''}; expected a run, a day such as 2026-03-01, latest or previous; the history has ${names.length} nights`,
  );
};

/** Compares two nights: prints them side by side and writes the page. Throws UsageError. */
export const printComparison = (a: string, b: string, options: CompareOptions): ExitCode => {
  const folders = [a, b].filter((word) => existsSync(word) && statSync(word).isDirectory());
  if (folders.length === 2 && areLoadRuns(a, b)) {
    compareLoads(a, b, false);
    return EXIT.conformant;
  }
  const path = requireHistory(options);
  const text = orUsageError(() => readFileSync(path, 'utf8'));
  const runs = runsIn(text);
  const [one, other] = [runOf(a, runs), runOf(b, runs)];
  if (one === other) throw new UsageError(`expected two nights, got ${one} twice`);
  const { lines } = orUsageError(() =>
    historyIn(text, path, ({ runId }) => runId === one || runId === other),
  );
  const nightsOf = (run: string): readonly NightLine[] =>
    lines.filter((line) => line.kind === 'night').filter(({ runId }) => runId === run);
  const [nightsA, nightsB] = [nightsOf(one), nightsOf(other)];
  const [firstA, firstB] = [nightsA[0], nightsB[0]];
  if (!firstA || !firstB) throw new UsageError(`${path} has no record of ${firstA ? other : one}`);
  const compared = compareNights(nightsA, nightsB);
  const page = options.page ?? join(options.out, 'compare.html');
  checkOutputFile(page, path);
  writeReports([page], comparePage(compared, firstA, firstB));
  print(compareText(compared, firstA, firstB));
  print(`\npage    ${page}`);
  return EXIT.conformant;
};
