import { LINE_TITLES } from '../../spec/line.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

/** Columns of one chart; the first is x, null is a gap. */
export interface ChartData {
  readonly names: readonly string[];
  readonly columns: readonly (readonly (number | null)[])[];
  /** Values that must not be exceeded, drawn across the chart. */
  readonly limits?: readonly ChartLimit[];
}

interface ChartLimit {
  readonly name: string;
  readonly value: number;
}

/** A limit this many times above everything measured would flatten the chart; the table lists it. */
const FAR = 4;

/** Limits of latency near enough to the measured values. */
const limitsOf = (
  { thresholds }: LoadRecord,
  measured: readonly (number | null)[],
): readonly ChartLimit[] => {
  const highest = Math.max(0, ...measured.map((value) => value ?? 0));
  const limits = thresholds.flatMap(({ kind, what, expression }): ChartLimit[] => {
    const value = Number(/<=?\s*(\d+(\.\d+)?)$/.exec(expression)?.[1]);
    return kind === 'latency' && value <= FAR * highest
      ? [{ name: `limit of ${what} (${value})`, value }]
      : [];
  });
  // Lines with one limit in common share a stroke.
  return [...Map.groupBy(limits, ({ value }) => value)].map(([value, own]) => ({
    name:
      own.length === 1 ? (own[0]?.name ?? '') : `limit of ${own.length} measures in ms (${value})`,
    value,
  }));
};

const WINDOWS = 60;

const quantile = (ascending: readonly number[], share: number): number | null =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? null;

/** Points with a latency: answers without an error. */
const answeredIn = ({ points }: LoadRecord) =>
  points.flatMap(({ at, ms, status }) =>
    ms !== null && status > 0 && status < 400 ? [{ at, ms }] : [],
  );

/** Milliseconds over seconds since the start: median, p95 and maximum of the sample per window. */
const latencyOf = (record: LoadRecord): ChartData => {
  const points = answeredIn(record);
  const { points: all } = record;
  // The x axis includes times without answers.
  const start = Math.min(...all.map(({ at }) => at));
  const end = Math.max(...all.map(({ at }) => at));
  const width = Math.max(1000, (end - start + 1) / WINDOWS);
  const windows: number[][] = [];
  for (const { at } of all) windows[Math.floor((at - start) / width)] ??= [];
  for (const { at, ms } of points) (windows[Math.floor((at - start) / width)] ??= []).push(ms);
  // Missing windows had no requests.
  const asked = Object.entries(windows).map(([index, window]) => ({
    seconds: ((Number(index) + 0.5) * width) / 1000,
    ascending: window.toSorted((a, b) => a - b),
  }));
  const shares = [0.5, 0.95, 1].map((share) =>
    asked.map(({ ascending }) => quantile(ascending, share)),
  );
  return {
    names: ['p50', 'p95', 'slowest'],
    columns: [asked.map(({ seconds }) => seconds), ...shares],
    limits: limitsOf(record, shares.flat()),
  };
};

/** Percentiles of a sketch, without minimum and maximum, which are infinite on a scale of nines. */
const TAIL = [99.1, 99.2, 99.3, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95, 99.99];
const PERCENTILES = [...Array.from({ length: 99 }, (_, index) => index + 1), ...TAIL];

/** Milliseconds over nines (-log10 of the share above), one series per line. */
const distributionOf = ({ lines }: LoadRecord): ChartData => ({
  names: lines.map(({ line }) => LINE_TITLES[line]),
  columns: [
    PERCENTILES.map((percentile) => -Math.log10(1 - percentile / 100)),
    ...lines.map(({ sketch }) =>
      PERCENTILES.map((percentile, index) =>
        // The sample is too small for this percentile; it would only repeat the maximum.
        (1 - percentile / 100) * (sketch?.count ?? 0) < 1
          ? null
          : (sketch?.points[index + 1] ?? null),
      ),
    ),
  ],
});

/** Percentages over seconds since the start: CPU of the generator, and CPU steal. */
const generatorOf = ({ health }: LoadRecord): ChartData => {
  const start = health[0]?.at ?? 0;
  const percent = (share: number | null): number | null => (share === null ? null : share * 100);
  return {
    names: ['CPU of k6', 'stolen by other virtual machines'],
    columns: [
      health.map(({ at }) => (at - start) / 1000),
      health.map(({ cpu }) => percent(cpu)),
      health.map(({ steal }) => percent(steal)),
    ],
  };
};

/** Data for the charts of a load run. */
export const chartsData = (record: LoadRecord) => ({
  latency: latencyOf(record),
  distribution: distributionOf(record),
  generator: generatorOf(record),
});
