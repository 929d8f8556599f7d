import type { Line } from '../../spec/line.ts';
import { METRICS, submetric } from '../measures.ts';
import type { Measurements, Series } from '../measuring/measure.ts';
import { type K6Summary, valueOf } from '../k6/k6-summary.ts';
import type { Scheduled } from '../measuring/schedule.ts';

/** Number of answers of a line in a step that were judged in full, and of all without an error. */
export interface JudgingCoverage {
  readonly line: Line;
  readonly step: number;
  readonly answers: number;
  readonly judged: number;
}

/** Tolerance in starts at the edges of a plateau. */
const EDGE = 1;

/** Coverage of every line in every step; `judged` by `line step`. */
export const judgingCoverage = (
  summary: K6Summary,
  schedule: readonly Scheduled[],
  judged: ReadonlyMap<string, number>,
): readonly JudgingCoverage[] =>
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

/** Lines and steps with too few fully judged answers. */
export const quotaDoubts = (all: readonly JudgingCoverage[]): readonly string[] =>
  all
    .filter(
      ({ answers, judged }) => answers > 0 && judged < Math.max(1, Math.min(QUOTA, answers - EDGE)),
    )
    .map(
      ({ line, step, answers, judged }) =>
        `${line}, step ${step}: ${count(judged)} of ${count(answers)} answers were judged in full; ${count(Math.min(QUOTA, answers))} are required`,
    );

/** Number of priceRequestIds that were compared with those of other drafts, on each line with answers that were not. */
export const comparedNotes = (
  lines: Measurements['lines'],
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

/** Reopened connections per price request, without the first one of each virtual user. */
const newConnectionsOf = ({ connections, requests }: Series): number =>
  requests === 0 ? 0 : connections / requests;

/** Share of new connections from which a note is written: a service may close a few idle ones. */
const WORTH_A_LINE = 0.02;

/** Notes on lines that had to reconnect again and again, which costs their clients time. */
export const connectionNotes = (lines: Measurements['lines']): readonly string[] =>
  Object.entries(lines).flatMap(([line, series]) => {
    const share = newConnectionsOf(series);
    return share < WORTH_A_LINE
      ? []
      : [
          `${line}: ${share.toFixed(2)} new connections per request; the service, or a proxy in front of it, does not keep connections open`,
        ];
  });

/** Minimum number of answers of a line in a step that are judged in full; all if there are fewer. */
const QUOTA = 200;

/** Planned surplus, since some starts are dropped and some requests have no answer to judge. */
const MARGIN = 1.25;

/** Sampling interval for full judgement of this many planned price requests: `most`, or smaller if the quota requires it. */
export const judgingInterval = (most: number, planned: number): number =>
  Math.max(1, Math.min(most, Math.floor(planned / (QUOTA * MARGIN))));
