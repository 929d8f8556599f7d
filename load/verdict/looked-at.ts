import type { Line } from '../../spec/line.ts';
import { METRICS, submetric } from '../measures.ts';
import type { Measured } from '../measuring/measure.ts';
import { type K6Summary, valueOf } from '../k6/k6-summary.ts';
import type { Scheduled } from '../measuring/schedule.ts';
import { QUOTA } from '../quota.ts';

/** How many answers of a line in a step were judged in full, and how many there were without an error. */
export interface LookedAt {
  readonly line: Line;
  readonly step: number;
  readonly answers: number;
  readonly judged: number;
}

/** Starts at the edges of a plateau may be one more or less than planned. */
const EDGE = 1;

/** Every line in every step; `judged` by `line step`. */
export const lookedAt = (
  summary: K6Summary,
  schedule: readonly Scheduled[],
  judged: ReadonlyMap<string, number>,
): readonly LookedAt[] =>
  schedule
    .filter(({ phase }) => phase === 'measure')
    .map(({ name, line, step, count }) => {
      const tags = { line, phase: 'measure', step: String(step) };
      const lost = [
        submetric('dropped_iterations', { scenario: name }),
        submetric(METRICS.errors, tags),
        submetric(METRICS.unanswered, tags),
      ].reduce((sum, metric) => sum + valueOf(summary, metric, 'count'), 0);
      return {
        line,
        step,
        answers: Math.max(0, count - lost),
        judged: judged.get(`${line} ${step}`) ?? 0,
      };
    });

const count = (value: number): string => value.toLocaleString('en');

/** Lines and steps of which too few answers were judged in full: nobody has looked at the others. */
export const quotaDoubts = (all: readonly LookedAt[]): readonly string[] =>
  all
    .filter(
      ({ answers, judged }) => answers > 0 && judged < Math.max(1, Math.min(QUOTA, answers - EDGE)),
    )
    .map(
      ({ line, step, answers, judged }) =>
        `${line}, step ${step}: ${count(judged)} of ${count(answers)} answers were judged in full, ${count(Math.min(QUOTA, answers))} are wanted`,
    );

/** How many priceRequestIds were compared with those of other drafts, on each line that has answers without one. */
export const comparedNotes = (
  lines: Measured['lines'],
  compared: ReadonlyMap<Line, number>,
): readonly string[] =>
  [...compared].flatMap(([line, ids]) => {
    const { requests = 0, errors = 0 } = lines[line] ?? {};
    const answers = requests - errors;
    return ids >= answers
      ? []
      : [
          `${line}: the priceRequestIds of ${count(ids)} of ${count(answers)} answers were compared with those of other drafts`,
        ];
  });
