import { DIALECTS } from '../reference/dialects.ts';
import { judgedCells } from '../reference/faults/cells.ts';
import { FAULTS } from '../reference/faults.ts';
import { type Examined, writeBaseline } from './baseline.ts';
import type { ExamOptions } from './exam-options.ts';
import type { ExamResult } from './exam-result.ts';
import { seedsOf, WHOLE_EXAM } from './exam-size.ts';
import { countCells, readmeLine, writeReadmeLine } from './readme-line.ts';
import type { Score } from './score.ts';

/** What is kept of the correct services: nothing where some of them were not tried as often as in a whole exam. */
const servicesOf = (
  { dialects, dialectRuns, chanceRuns, falseFailures, notClean }: Score,
  options: ExamOptions,
): Pick<Examined, 'services'> =>
  seedsOf(options) < WHOLE_EXAM.seeds ||
  dialects < DIALECTS.length ||
  chanceRuns < WHOLE_EXAM.chance
    ? {}
    : { services: { dialects, dialectRuns, chanceRuns, falseFailures, notClean } };

/** Keeps the result of an exam: in the baseline, and as the line of the README. */
export const keepBaseline = (
  { circumstances, trials, score }: ExamResult,
  options: ExamOptions,
): void => {
  const day = circumstances.startedAt.slice(0, 10);
  const known = new Set(FAULTS.map(({ id }) => id));
  const kept = writeBaseline({ trials, day, ...servicesOf(score, options) }, known);
  writeReadmeLine('exam', readmeLine(kept, countCells(kept, FAULTS, judgedCells().length)));
};
