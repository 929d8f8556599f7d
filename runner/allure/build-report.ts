import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { buildAllureReport } from '../../reports/allure-report.ts';
import { renderSummary } from '../../reports/console/summary.ts';
import { verdictWord } from '../../reports/console/verdict-word.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { targetKey } from '../last-failures.ts';

/** One file for each target and policy, beside the runs. */
const historyFile = (folder: RunFolder, record: RunRecord): string => {
  const key = createHash('sha256')
    .update(`${targetKey(record)} ${record.thorough}`)
    .digest('hex');
  return join(dirname(folder.path), `allure-history-${key.slice(0, 12)}.jsonl`);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Builds the Allure report of a run into its folder; returns the page's path. */
export const buildReport = async (
  folder: RunFolder,
  record: RunRecord,
  version: string,
): Promise<string> => {
  // A run that did not judge all it was to judge says so before anything else.
  const state = record.state === 'partial' ? `partial: ${record.stopped}` : record.stopped;
  await buildAllureReport([folder.allureResults], folder.allureReport, {
    // Allure's own ring counts tests, of which most pass in a run that fails: the verdict stands above it.
    name: `${verdictWord(record).name}: ${textOf(record.target['name'])}, ${record.command}${state === null ? '' : ` (${state})`}`,
    history: { file: historyFile(folder, record), run: basename(folder.path) },
    variables: {
      ...(state === null ? {} : { Ended: state }),
      Verdict: renderSummary(record),
      Target: textOf(record.target['base_url']),
      Seed: String(record.seed),
      Assay: version,
    },
  });
  return join(folder.allureReport, 'index.html');
};
