import type { K6Problem } from '../k6/k6-outcome.ts';
import { METRICS } from '../measures.ts';
import type { K6Summary } from '../k6/k6-summary.ts';
import { segmentName, segmentsOf } from './segments.ts';

/** Milliseconds by which an instance may begin after the first one. */
const LATEST_START = 2000;

/** When an instance began, in milliseconds since the epoch; undefined where it sent nothing. */
const startOf = ({ metrics }: K6Summary): number | undefined =>
  metrics[METRICS.start]?.values['min'];

/** Milliseconds between the first start of all instances and the last. */
export const spreadOf = (summaries: readonly K6Summary[]): number => {
  const starts = summaries.flatMap((each) => startOf(each) ?? []);
  return starts.length === 0 ? 0 : Math.max(...starts) - Math.min(...starts);
};

/** The sentence about an instance that began after the others; undefined where none did. Summaries in order of the segments. */
export const lateStart = (summaries: readonly K6Summary[]): string | undefined => {
  const spread = spreadOf(summaries);
  if (spread <= LATEST_START) return undefined;
  const starts = summaries.map((each) => startOf(each) ?? 0);
  const segment = segmentsOf(summaries.length)[starts.indexOf(Math.max(...starts))];
  return (
    segment &&
    `${segmentName(segment)} began ${Math.round(spread)} ms after the first, ${LATEST_START} ms at most wanted`
  );
};

/**
 * What speaks against a run of several instances. One that failed while others did not is a disturbance, whatever happened to
 * it; the harness is at fault where all of them say so.
 */
export const problemsOfAll = (each: readonly (readonly K6Problem[])[]): readonly K6Problem[] => {
  if (each.length === 1) return each[0] ?? [];
  const segments = segmentsOf(each.length);
  const isHarness = each.every((problems) => problems.some(({ fault }) => fault === 'harness'));
  const named = each.flatMap((problems, index) =>
    problems.map(({ text }) => ({
      fault: isHarness ? ('harness' as const) : ('measurement' as const),
      text: `${segmentName(segments[index] as (typeof segments)[number])}: ${text}`,
    })),
  );
  return isHarness ? named.slice(0, 1) : named;
};
