/** What is judged of every series: latencies in milliseconds, and the share of errors. */
export const MEASURES = ['p50', 'p95', 'p99', 'errorRate'] as const;

/** One of the measures. */
export type Measure = (typeof MEASURES)[number];

/** Price requests below which chance decides a percentile. */
const ENOUGH: Readonly<Record<Measure, number>> = { p50: 1, p95: 1, p99: 10_000, errorRate: 1 };

const POINT = { p50: 50, p95: 95, p99: 99 } as const;

/** What the measures are taken from. */
export interface Measurable {
  readonly counts: { readonly requests: number; readonly errors: number };
  readonly sketch: { readonly count: number; readonly points: readonly number[] } | null;
}

/** A measure of a night; undefined where there were too few requests for it. */
export const measureOf = ({ counts, sketch }: Measurable, measure: Measure): number | undefined => {
  if (measure === 'errorRate')
    return counts.requests === 0 ? undefined : counts.errors / counts.requests;
  if (sketch === null || sketch.count < ENOUGH[measure]) return undefined;
  return sketch.points[POINT[measure]];
};
