import { existsSync, readFileSync } from 'node:fs';
import { fineSketchOf, statisticsOf } from '../measuring/quantile-sketch.ts';
import { mergedQuantile, mergeSketches } from '../measuring/merge-sketches.ts';
import { latencyMetrics, type Tags } from '../measures.ts';

/** One metric, or sub-metric, in k6's summary. */
export interface K6Metric {
  readonly type: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Content of the summary file that our `handleSummary` writes. */
export interface K6Summary {
  readonly runId: string;
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly state: { readonly testRunDurationMs: number };
}

/** Reads the summary of this run; undefined if there is none, or it is another run's. */
export const readK6Summary = (file: string, runId: string): K6Summary | undefined => {
  if (!existsSync(file)) return undefined;
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as K6Summary;
    return summary.runId === runId && typeof summary.metrics === 'object' ? summary : undefined;
  } catch {
    return undefined;
  }
};

/** A value of a metric; 0 if it has no samples. */
export const valueOf = (summary: K6Summary, metric: string, value: string): number =>
  summary.metrics[metric]?.values[value] ?? 0;

type Values = K6Metric['values'];

const sum = (all: readonly Values[], name: string): number =>
  all.reduce((total, values) => total + (values[name] ?? 0), 0);

const trendOf = (all: readonly Values[], percentiles: readonly number[]): Values => {
  const parts = all.flatMap((values) => fineSketchOf(values) ?? []);
  const sketch = mergeSketches(parts);
  const asked = percentiles.map((each) => [`p(${each})`, mergedQuantile(parts, each / 100)]);
  return sketch ? { ...Object.fromEntries(asked), ...statisticsOf(sketch) } : { count: 0 };
};

const VALUES: Readonly<Record<string, (all: readonly Values[], seconds: number) => Values>> = {
  counter: (all, seconds) => {
    const count = sum(all, 'count');
    return { count, rate: seconds === 0 ? 0 : count / seconds };
  },
  rate: (all) => {
    const [passes, fails] = [sum(all, 'passes'), sum(all, 'fails')];
    return { passes, fails, rate: passes + fails === 0 ? 0 : passes / (passes + fails) };
  },
  gauge: (all) => {
    const of = (name: string): number[] => all.flatMap((values) => values[name] ?? []);
    const [min, max] = [Math.min(...of('min')), Math.max(...of('max'))];
    return { value: max, min, max };
  },
};

/** Merges the measurements of several k6 instances: counts exactly, distributions as sketches and as these percentiles. */
export const mergeSummaries = (
  summaries: readonly K6Summary[],
  percentiles: readonly number[] = [],
): K6Summary | undefined => {
  const [first] = summaries;
  if (first === undefined) return undefined;
  const testRunDurationMs = Math.max(...summaries.map(({ state }) => state.testRunDurationMs));
  const metrics: Record<string, K6Metric> = {};
  for (const name of new Set(summaries.flatMap((each) => Object.keys(each.metrics)))) {
    const parts = summaries.flatMap((each) => each.metrics[name] ?? []);
    const type = parts[0]?.type ?? '';
    const own = parts.map((part) => part.values);
    const values =
      type === 'trend'
        ? trendOf(own, percentiles)
        : (VALUES[type]?.(own, testRunDurationMs / 1000) ?? {});
    metrics[name] = { type, values };
  }
  return { ...first, metrics, state: { testRunDurationMs } };
};

/**
 * Client-side latency of the answers below 400, in milliseconds by k6's statistics; undefined without any. For requests
 * that reconnected, k6's time without connecting is replaced by the time with it: a sample for each request would cost
 * the script a twentieth.
 */
export const latencyIn = (
  { metrics }: Pick<K6Summary, 'metrics'>,
  tags: Tags,
  percentiles: readonly number[] = [],
): K6Metric['values'] | undefined => {
  const { all, without, reconnected } = latencyMetrics(tags);
  const usual = metrics[all]?.values;
  const [whole, out, put] = [all, without, reconnected].map((name) =>
    fineSketchOf(metrics[name]?.values ?? {}),
  );
  if (!usual || !whole) return undefined;
  if (!out || !put) return usual;
  const parts = [whole, put];
  const sketch = mergeSketches(parts, out);
  const asked = percentiles.map((each) => [`p(${each})`, mergedQuantile(parts, each / 100, out)]);
  return sketch && { ...Object.fromEntries(asked), ...statisticsOf(sketch) };
};
