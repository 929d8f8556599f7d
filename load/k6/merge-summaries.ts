import { fineSketchOf } from '../measuring/fine-sketch.ts';
import { mergeSketches } from '../measuring/merge-sketches.ts';
import { statisticsOf } from '../measuring/quantile-sketch.ts';
import type { K6Metric, K6Summary } from './k6-summary.ts';

type Values = K6Metric['values'];

const sum = (all: readonly Values[], name: string): number =>
  all.reduce((total, values) => total + (values[name] ?? 0), 0);

const trendOf = (all: readonly Values[]): Values => {
  const sketch = mergeSketches(all.flatMap((values) => fineSketchOf(values) ?? []));
  return sketch ? statisticsOf(sketch) : { count: 0 };
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
  trend: trendOf,
};

/** Whether values keep to `p(95)<=300`, `rate<=0.01` or `count>=20`; not where they lack what is asked. */
export const keepsTo = (expression: string, values: Values): boolean => {
  const [, name = '', relation = '', limit = ''] =
    /^(.+?)(<=|>=)([\d.e+-]+)$/.exec(expression) ?? [];
  const value = values[name];
  if (value === undefined || relation === '') return false;
  return relation === '<=' ? value <= Number(limit) : value >= Number(limit);
};

/**
 * What several instances of k6 measured as if one had: counts exactly, distributions as sketches, and the thresholds held
 * against what was merged, since none of an instance means anything.
 */
export const mergeSummaries = (
  summaries: readonly K6Summary[],
  thresholds: readonly { readonly metric: string; readonly expression: string }[],
): K6Summary | undefined => {
  const [first] = summaries;
  if (first === undefined) return undefined;
  const testRunDurationMs = Math.max(...summaries.map(({ state }) => state.testRunDurationMs));
  const metrics: Record<string, K6Metric> = {};
  for (const name of new Set(summaries.flatMap((each) => Object.keys(each.metrics)))) {
    const parts = summaries.flatMap((each) => each.metrics[name] ?? []);
    const type = parts[0]?.type ?? '';
    const values =
      VALUES[type]?.(
        parts.map((part) => part.values),
        testRunDurationMs / 1000,
      ) ?? {};
    const own = thresholds.filter(({ metric }) => metric === name);
    const kept = own.map(({ expression }) => [expression, { ok: keepsTo(expression, values) }]);
    metrics[name] = {
      type,
      values,
      ...(own.length === 0
        ? {}
        : { thresholds: Object.fromEntries(kept) as NonNullable<K6Metric['thresholds']> }),
    };
  }
  return { ...first, metrics, state: { testRunDurationMs } };
};
