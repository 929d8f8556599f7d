import { join } from 'node:path';
import { buildAllureReport } from '../reports/allure-report.ts';
import { readRunRecord } from '../reports/run-record.ts';
import type { RunFolder } from '../reports/run-folder.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Builds the HTML report of a run into its folder; returns the page's path. */
export const buildReport = async (folder: RunFolder, version: string): Promise<string> => {
  const record = readRunRecord(folder.run);
  await buildAllureReport([folder.allureResults], folder.allureReport, {
    name: `${textOf(record.target['name'])}: ${record.command}`,
    variables: {
      Target: textOf(record.target['base_url']),
      Seed: String(record.seed),
      Assay: version,
    },
  });
  return join(folder.allureReport, 'index.html');
};
