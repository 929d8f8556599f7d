import { existsSync, readFileSync } from 'node:fs';

/** One metric, or sub-metric, as k6 sums it up. */
export interface K6Metric {
  readonly type: string;
  readonly values: Readonly<Record<string, number>>;
}

/** What `handleSummary` of our script writes. */
export interface K6Summary {
  readonly runId: string;
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly state: { readonly testRunDurationMs: number };
}

/** The summary that this run wrote, or undefined where there is none, or another run's. */
export const readK6Summary = (file: string, runId: string): K6Summary | undefined => {
  if (!existsSync(file)) return undefined;
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as K6Summary;
    return summary.runId === runId && typeof summary.metrics === 'object' ? summary : undefined;
  } catch {
    return undefined;
  }
};

/** A value of a metric; 0 where nothing was ever counted. */
export const valueOf = (summary: K6Summary, metric: string, value: string): number =>
  summary.metrics[metric]?.values[value] ?? 0;
