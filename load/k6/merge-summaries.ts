import { fineSketchOf } from '../measuring/fine-sketch.ts';
import { mergedAt, mergeSketches } from '../measuring/merge-sketches.ts';
import { statisticsOf } from '../measuring/quantile-sketch.ts';
import type { K6Metric, K6Summary } from './k6-summary.ts';

type Values = K6Metric['values'];

const sum = (all: readonly Values[], name: string): number =>
  all.reduce((total, values) => total + (values[name] ?? 0), 0);

const trendOf = (all: readonly Values[], percentiles: readonly number[]): Values => {
  const parts = all.flatMap((values) => fineSketchOf(values) ?? []);
  const sketch = mergeSketches(parts);
  const asked = percentiles.map((each) => [`p(${each})`, mergedAt(parts, each / 100)]);
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

/**
 * What several instances of k6 measured as if one had: counts exactly, distributions as sketches and as these percentiles.
 */
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
