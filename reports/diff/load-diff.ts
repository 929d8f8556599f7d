import { inlineText } from '../../store/printable.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { loadSummary, milliseconds } from '../load/load-table.ts';
import { listSection, markdownText, tableSection } from '../markdown.ts';

/** Percentile of a line in two load runs, in milliseconds. */
export interface ChangedLatency {
  readonly line: string;
  readonly percentile: 'p50' | 'p95' | 'p99';
  readonly before: number;
  readonly after: number;
  readonly change: 'slower' | 'faster' | 'alike';
}

/** Differences between two load runs. */
export interface LoadDiff {
  readonly latencies: readonly ChangedLatency[];
  /** Limits that are newly missed, and newly kept. */
  readonly missed: readonly string[];
  readonly kept: readonly string[];
  /** Kinds of wrong answers in the later run only, and in the earlier one only. */
  readonly newWrong: readonly string[];
  readonly goneWrong: readonly string[];
  /** Lines in one run only, and other differences in the load. */
  readonly unlike: readonly string[];
}

/** Smallest share that is reported: two runs of the same build often differ by less. */
const WORTH = 0.1;

const changeOf = (before: number, after: number): ChangedLatency['change'] => {
  if (after > before * (1 + WORTH)) return 'slower';
  return before > after * (1 + WORTH) ? 'faster' : 'alike';
};

const latenciesOf = (before: LoadRecord, after: LoadRecord): readonly ChangedLatency[] =>
  before.lines.flatMap((one) => {
    const other = after.lines.find(({ line }) => line === one.line);
    return (['p50', 'p95', 'p99'] as const).flatMap((percentile): ChangedLatency[] => {
      const [a, b] = [one[percentile], other?.[percentile] ?? null];
      return a === null || b === null
        ? []
        : [{ line: one.line, percentile, before: a, after: b, change: changeOf(a, b) }];
    });
  });

const missedIn = ({ thresholds }: LoadRecord): readonly string[] =>
  thresholds
    .filter(({ ok, open }) => !ok && open === undefined)
    .map(({ what, expression }) => `${what}: ${expression}`);

const wrongIn = ({ wrong }: LoadRecord): readonly string[] =>
  wrong.map(({ requirement, operation }) => `${requirement} on ${operation}`);

const without = (all: readonly string[], others: readonly string[]): readonly string[] =>
  all.filter((each) => !others.includes(each));

const unlikeIn = (before: LoadRecord, after: LoadRecord): readonly string[] => {
  const [one, other] = [before, after].map(({ lines }) => lines.map(({ line }) => line));
  return [
    ...without(one ?? [], other ?? []).map((line) => `${line} is only in the first run`),
    ...without(other ?? [], one ?? []).map((line) => `${line} is only in the second run`),
    ...(before.profile.name === after.profile.name
      ? []
      : [`the profiles differ: ${before.profile.name}, then ${after.profile.name}`]),
    ...(before.target.base_url === after.target.base_url
      ? []
      : [`the services differ: ${before.target.base_url}, then ${after.target.base_url}`]),
  ];
};

/** Compares two load runs. */
export const diffLoads = (before: LoadRecord, after: LoadRecord): LoadDiff => ({
  latencies: latenciesOf(before, after),
  missed: without(missedIn(after), missedIn(before)),
  kept: without(missedIn(before), missedIn(after)),
  newWrong: without(wrongIn(after), wrongIn(before)),
  goneWrong: without(wrongIn(before), wrongIn(after)),
  unlike: unlikeIn(before, after),
});

const LONGEST = 300;
const NO_INTERVAL =
  'The runs were made at different times, so a difference may come from the machine as well as from the service, and no confidence interval can be given. `assay load --against` sends load to two builds in alternating blocks and judges the difference.';

/** Comparison of two load runs in Markdown. */
export const loadDiffDocument = (diff: LoadDiff, before: LoadRecord, after: LoadRecord): string => {
  const { latencies, missed, kept, newWrong, goneWrong } = diff;
  const count = (change: ChangedLatency['change']): number =>
    latencies.filter((each) => each.change === change).length;
  const named = (record: LoadRecord): string =>
    markdownText(inlineText(`${record.runId}, ${loadSummary(record)}`, LONGEST));
  return [
    `## ${newWrong.length} new wrong answers, ${goneWrong.length} fixed; ${missed.length} newly missed limits, ${kept.length} met again; ${count('slower')} percentiles slower, ${count('faster')} faster`,
    `- before: ${named(before)}\n- now: ${named(after)}`,
    ...listSection('New wrong answers', newWrong),
    ...listSection('Fixed wrong answers', goneWrong),
    ...listSection('Newly missed limits', missed),
    ...listSection('Limits met again', kept),
    ...tableSection(
      'Latency',
      ['line', '', 'before', 'now', 'now / before', 'change'],
      latencies.map(({ line, percentile, before: a, after: b, change }) => [
        line,
        percentile,
        milliseconds(a),
        milliseconds(b),
        a === 0 ? '–' : (b / a).toFixed(2),
        change,
      ]),
    ),
    ...(latencies.length === 0 ? [] : [NO_INTERVAL]),
    ...listSection('Differences of the runs', diff.unlike),
  ].join('\n\n');
};
