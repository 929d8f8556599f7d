import { join } from 'node:path';
import { buildAllureReport } from '../reports/allure-report.ts';
import type { RunRecord } from '../reports/run-record.ts';
import type { RunFolder } from '../reports/run-folder.ts';

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
    name: `${textOf(record.target['name'])}: ${record.command}${state === null ? '' : ` (${state})`}`,
    variables: {
      ...(state === null ? {} : { Ended: state }),
      Target: textOf(record.target['base_url']),
      Seed: String(record.seed),
      Assay: version,
    },
  });
  return join(folder.allureReport, 'index.html');
};
