import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../client/project.ts';
import type { Fault } from '../reference/faults/injection/fault.ts';
import { type Baseline, type BaselineUpdate, writeBaseline } from './baseline.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { cellsOf, FAULTS, judgedCells } from '../reference/faults.ts';
import { type ExamOptions, seedsOf, WHOLE_EXAM } from './exam-options.ts';
import type { ExamResult, Score } from './score.ts';

/** Name of a generated section between two markers of the README. */
export type ReadmePart = 'exam' | 'source';

const COMMANDS: Readonly<Record<ReadmePart, string>> = {
  exam: 'assay exam --write-baseline',
  source: 'assay exam --source --write-baseline',
};

/** Number of all cells, and of those that a fault caught by its name breaks. */
export interface CellCount {
  readonly broken: number;
  readonly judged: number;
}

/** Counts the cells of the faults that were caught by their name on every operation. */
const countCells = (
  { faults }: Pick<Baseline, 'faults'>,
  known: readonly Fault[],
  judged: number,
): CellCount => {
  const caught = known.filter(({ id }) => ['exact', 'collateral'].includes(faults[id] ?? ''));
  return { broken: new Set(caught.flatMap(cellsOf)).size, judged };
};

/** The README's line about the exams of the baseline. */
export const readmeLine = (
  { day, faults, services }: Baseline,
  { broken, judged }: CellCount,
): string => {
  const outcomes = Object.values(faults);
  const having = (...counted: readonly string[]) =>
    outcomes.filter((outcome) => counted.includes(outcome)).length;
  const caught = outcomes.length - having('survived');
  const { dialects, dialectRuns, chanceRuns, falseFailures, notClean } = services;
  return (
    `> **Exam of all faults on ${day}**, with those that were added and tried since: ${caught} of ${outcomes.length} faults caught, ${having('exact', 'collateral', 'partial')} by name, ` +
    `${having('exact')} with exactly one finding, in ${broken} of the ${judged} cells that are judged; ${falseFailures} false failures in ${dialects} dialects ` +
    `(${dialectRuns} runs) and ${chanceRuns} chance services, ${notClean} runs not clean.`
  );
};

/** The README's line about this baseline, of the faults and cells that there are now. */
export const lineOf = (baseline: Baseline): string =>
  readmeLine(baseline, countCells(baseline, FAULTS, judgedCells().length));

/** Replaces a generated section of the README. Throws if its markers are missing. */
export const writeReadmeLine = (
  part: ReadmePart,
  line: string,
  file: string = join(PROJECT, 'README.md'),
): void => {
  const beginMarker = `<!-- ${part}:begin, written by ${COMMANDS[part]} -->`;
  const endMarker = `<!-- ${part}:end -->`;
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(beginMarker);
  const end = text.indexOf(endMarker);
  if (begin < 0 || end < begin) {
    throw new Error(
      `${file} has no lines "${beginMarker}" and "${endMarker}" for the exam’s result; restore them`,
    );
  }
  const before = text.slice(0, begin + beginMarker.length);
  writeFileSync(file, `${before}\n\n${line}\n\n${text.slice(end)}`);
};

/** Results of the correct services for the baseline; undefined if some were tried less often than in a whole exam. */
const servicesOf = (
  { dialects, dialectRuns, chanceRuns, falseFailures, notClean }: Score,
  options: ExamOptions,
): Pick<BaselineUpdate, 'services'> =>
  seedsOf(options) < WHOLE_EXAM.seeds ||
  dialects < DIALECTS.length ||
  chanceRuns < WHOLE_EXAM.chance
    ? {}
    : { services: { dialects, dialectRuns, chanceRuns, falseFailures, notClean } };

/** Saves the result of an exam in the baseline and in the README. */
export const keepBaseline = (
  { circumstances, trials, score }: ExamResult,
  options: ExamOptions,
): void => {
  const day = circumstances.startedAt.slice(0, 10);
  const known = new Set(FAULTS.map(({ id }) => id));
  const kept = writeBaseline({ trials, day, ...servicesOf(score, options) }, known);
  writeReadmeLine('exam', lineOf(kept));
};
