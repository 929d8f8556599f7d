import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Label, Stage, Status } from 'allure-js-commons';
import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/reason-words.ts';
import { writeWhole } from './whole-file.ts';

/** What this needs to know of a result that was written. */
interface WrittenResult {
  readonly status?: string;
  readonly labels?: readonly Label[];
}

/** The cells that a test held to be broken when it ended. */
const cellsOf = ({ labels = [] }: WrittenResult): readonly string[] =>
  labels.filter(({ name }) => name === 'cell').map(({ value }) => value);

const sentence = ({ verdict, cell, got, ...why }: CellVerdict): string =>
  `${cell}: ${verdict}, ${reasonText(why)}; got ${got}`;

/**
 * Brings the Allure results in line with the verdicts of the whole run: a test that failed knew nothing of the other tests,
 * which may tell why none of its cells is to blame. It is skipped then, with the reason.
 */
export const settleAllure = (resultsDir: string, verdicts: readonly CellVerdict[]): void => {
  if (!existsSync(resultsDir)) return;
  const byCell = new Map(verdicts.map((each) => [each.cell, each]));
  for (const name of readdirSync(resultsDir)) {
    if (!name.endsWith('-result.json')) continue;
    const path = join(resultsDir, name);
    const text = readFileSync(path, 'utf8');
    // Thousands of results passed, and reading them as JSON takes a while.
    if (!text.includes('"name":"cell"')) continue;
    const result = JSON.parse(text) as WrittenResult;
    const told = cellsOf(result).flatMap((cell) => byCell.get(cell) ?? []);
    const isSettled = told.length > 0 && told.every(({ verdict }) => verdict !== 'fail');
    if (result.status !== Status.FAILED || !isSettled) continue;
    const settled = {
      ...result,
      status: Status.SKIPPED,
      stage: Stage.PENDING,
      statusDetails: { message: told.map(sentence).join('\n') },
    };
    writeWhole(path, JSON.stringify(settled));
  }
};
