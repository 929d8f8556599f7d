import type { Line } from '../../spec/line.ts';
import { METRICS, submetric } from '../measures.ts';
import type { Measured, Series } from '../measuring/measure.ts';
import { type K6Summary, valueOf } from '../k6/k6-summary.ts';
import type { Scheduled } from '../measuring/schedule.ts';

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
        `${line}, step ${step}: ${count(judged)} of ${count(answers)} answers were judged in full, ${count(Math.min(QUOTA, answers))} are required`,
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

/** Connections that were opened anew, a price request; the first one of each virtual user is not among them. */
const newConnectionsOf = ({ connections, requests }: Series): number =>
  requests === 0 ? 0 : connections / requests;

/** Share from which new connections are worth a line: a service that ends a few idle ones is none. */
const WORTH_A_LINE = 0.02;

/** The lines that had to connect again and again, which a client pays for with its time. */
export const connectionNotes = (lines: Measured['lines']): readonly string[] =>
  Object.entries(lines).flatMap(([line, series]) => {
    const share = newConnectionsOf(series);
    return share < WORTH_A_LINE
      ? []
      : [
          `${line}: ${share.toFixed(2)} new connections a request; the service, or what is before it, does not keep connections open`,
        ];
  });

/** Answers of a line in a step that are to be judged in full at least; all where there are fewer. */
const QUOTA = 200;

/** So much more is planned, since some starts are dropped and some requests have no answer to judge. */
const MARGIN = 1.25;

/** One in how many price requests is judged in full, of so many planned ones: `most`, or fewer where the quota takes it. */
export const judgedEvery = (most: number, planned: number): number =>
  Math.max(1, Math.min(most, Math.floor(planned / (QUOTA * MARGIN))));
