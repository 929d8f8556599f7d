import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { renderDuration } from './table.ts';

/** Traffic of a run to the embedded service, as an estimate of a run to another one. */
export interface DryRun {
  readonly exchanges: readonly Pick<Exchange, 'operation'>[];
  /** Number of judged cells. */
  readonly cells: number;
  /** Duration against a service without latency. */
  readonly milliseconds: number;
  /** Reason for an early stop. */
  readonly stopped: string | null;
  readonly limits: {
    readonly concurrency: number;
    readonly requestsPerSecond?: number | undefined;
  };
}

/** Steps that leave data at the service, with the noun for it. */
const CREATED_DATA = [
  ['draft-create', 'drafts'],
  ['price-request', 'price requests'],
  ['lead-create', 'leads'],
  ['contract-create', 'contracts'],
] as const;

const TITLES = ['requests', ...CREATED_DATA.map(([, title]) => title)];
const WIDTHS = TITLES.map((title) => title.length + 3);
const FIRST = 16;

/** Response times in milliseconds for which the duration is estimated. */
const LATENCIES = [5, 20, 50, 100] as const;

const stepsOf = (exchanges: DryRun['exchanges'], line: Line): readonly string[] =>
  exchanges.flatMap(({ operation: id }) => {
    if (id === undefined) return [];
    const { line: own, step } = operation(id);
    return own === line ? [step] : [];
  });

const countsOf = (steps: readonly string[]): readonly number[] => [
  steps.length,
  ...CREATED_DATA.map(([step]) => steps.filter((each) => each === step).length),
];

const row = (title: string, counts: readonly (number | string)[]): string =>
  title.padEnd(FIRST) +
  counts.map((count, at) => count.toLocaleString('en-GB').padStart(WIDTHS[at] ?? 0)).join('');

/**
 * Assumes as many concurrent requests as allowed, except at the ends of a run; part of the harness's own work
 * overlaps with waiting.
 */
const durationAt = (latency: number, { exchanges, milliseconds, limits }: DryRun): number => {
  const requests = exchanges.length;
  const waiting = (requests * latency) / Math.max(1, limits.concurrency);
  const { requestsPerSecond } = limits;
  const spaced = requestsPerSecond === undefined ? 0 : (requests / requestsPerSecond) * 1000;
  return Math.max(milliseconds + waiting, spaced);
};

/** Requests and leftover data per line, and the duration at several latencies; about 75 columns. */
export const renderDryRun = (dryRun: DryRun, lines: readonly Line[]): string => {
  const { exchanges, cells, limits, stopped } = dryRun;
  const counts = lines.map((line) => countsOf(stepsOf(exchanges, line)));
  const sums = TITLES.map((_, at) => counts.reduce((sum, each) => sum + (each[at] ?? 0), 0));
  const durations = LATENCIES.map(
    (latency, at) =>
      `${renderDuration(durationAt(latency, dryRun))} if ${at === 0 ? 'an answer takes ' : ''}${latency} ms`,
  );
  return [
    row('', TITLES),
    ...lines.map((line, at) => row(LINE_TITLES[line], counts[at] ?? [])),
    ...(lines.length > 1 ? [row('together', sums)] : []),
    '',
    `${cells.toLocaleString('en-GB')} cells to judge, with at most ${limits.concurrency} requests at once.`,
    `A run takes about ${durations.join(', ')}.`,
    ...(stopped === null ? [] : [`The dry run was ${stopped}, so a run sends more.`]),
    'This preview was made on the reference service; the requests differ if your service answers differently.',
  ].join('\n');
};
