import type { K6Metric, K6Summary } from '../k6/k6-summary.ts';
import { latencyMetrics, type Tags } from '../measures.ts';
import { fineSketchOf } from './fine-sketch.ts';
import { mergedAt, mergeSketches } from './merge-sketches.ts';
import { statisticsOf } from './quantile-sketch.ts';

/**
 * The latency of the answers below 400 as a client sees it, milliseconds in k6's words; undefined without any. Where connections
 * were made anew, the time without them is taken out of k6's distribution and the one with them put in its place: a sample for
 * each request would cost the script a twentieth.
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
  const asked = percentiles.map((each) => [`p(${each})`, mergedAt(parts, each / 100, out)]);
  return sketch && { ...Object.fromEntries(asked), ...statisticsOf(sketch) };
};
