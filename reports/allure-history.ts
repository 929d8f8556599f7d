import { readFileSync, writeFileSync } from 'node:fs';
import { writeWhole } from '../store/whole-file.ts';

/** Where Allure finds and keeps the earlier runs of a target. */
export interface AllureHistory {
  /** JSON Lines, a run each, which Allure wrote; oldest first. */
  readonly file: string;
  /** The run whose report is built; names of runs sort by time. */
  readonly run: string;
}

/** Earlier runs that a report shows: each takes a few hundred kilobytes of it. */
export const HISTORY_LIMIT = 5;

interface Entry {
  readonly run: string;
  readonly line: string;
}

/** Lines that this version cannot read, such as one that was cut off, are forgotten. */
const entriesIn = (file: string): readonly Entry[] => {
  const read = (): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return read()
    .split('\n')
    .flatMap((line): Entry[] => {
      try {
        const { assayRun } = JSON.parse(line) as { assayRun?: unknown };
        return typeof assayRun === 'string' ? [{ run: assayRun, line }] : [];
      } catch {
        return [];
      }
    });
};

/** Writes the runs before this one to where Allure reads them, and adds this one. */
export const lendHistory = ({ file, run }: AllureHistory, lent: string): void => {
  const earlier = entriesIn(file).filter((each) => each.run < run);
  const lines = earlier.slice(-HISTORY_LIMIT).map(({ line }) => `${line}\n`);
  writeFileSync(lent, lines.join(''));
};

/** Takes what Allure added about this run into the history of the target; a report that is built again counts once. */
export const keepHistory = ({ file, run }: AllureHistory, lent: string): void => {
  const added = readFileSync(lent, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  if (added === '') return;
  const line = JSON.stringify({ ...(JSON.parse(added) as object), assayRun: run });
  const others = entriesIn(file).filter((each) => each.run !== run);
  const all = [...others, { run, line }].toSorted((a, b) => (a.run < b.run ? -1 : 1));
  writeWhole(
    file,
    all
      .slice(-HISTORY_LIMIT - 1)
      .map((each) => `${each.line}\n`)
      .join(''),
  );
};
