import type { Line } from '../../spec/line.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { type Generation, generate } from '../preparation/generate.ts';
import { latencyIn } from '../k6/k6-summary.ts';
import { quantileOf } from './quantile-sketch.ts';
import { peakRateOf, type Scheduled } from './schedule.ts';
import { STUB_EXPECTED, STUB_UNLOADED, spawnStub } from './stub.ts';

/** Overhead of the generator in a latency, measured against a stub with a known delay. Milliseconds. */
export type Calibration = NonNullable<LoadRecord['calibration']>;

const DELAY = 5;

/** The highest rate of the plateaus and ramps, alone and for this many seconds. */
const peakOf = (schedule: readonly Scheduled[], seconds: number): readonly Scheduled[] => {
  const starts = [...new Set(schedule.map(({ start }) => start))];
  const at = (start: number): readonly Scheduled[] =>
    schedule.filter((each) => each.start === start);
  const peak = starts.reduce((best, start) =>
    peakRateOf(at(start)) > peakRateOf(at(best)) ? start : best,
  );
  return at(peak).map(({ to, ...each }) => {
    const rate = Math.max(each.rate, to ?? each.rate);
    return {
      ...each,
      name: `${each.line}-1`,
      phase: 'measure' as const,
      step: 1,
      start: 0,
      seconds,
      rate,
      interval: (each.unit * 1000) / rate,
      count: Math.ceil((rate / each.unit) * seconds),
    };
  });
};

const atStub = (row: string, address: string): string => row.replace(/^https?:\/\/[^/]+/, address);

/** Sends the peak rate of a run, without its credential, to a local stub; undefined if that failed. */
export const calibrate = async (
  order: Generation,
  seconds: number,
): Promise<Calibration | undefined> => {
  const stub = await spawnStub(DELAY);
  const schedule = peakOf(order.schedule, seconds);
  const lines = Object.fromEntries(
    Object.entries(order.lines).map(([line, { rows }]) => [
      line as Line,
      {
        expected: STUB_EXPECTED,
        rows: rows.map((row) => atStub(row, stub.address)),
        rests: rows.map(() => ({ draft: 'stub', answer: STUB_UNLOADED, id: undefined })),
      },
    ]),
  );
  const { k6, runId, target, headers, judgeEvery, instances, readyIn, signal } = order;
  const sent = { k6, runId, target, headers, judgeEvery, instances, readyIn, signal };
  const generated = await generate({ ...sent, schedule, lines, thresholds: [], pace: () => 0.5 });
  const taken = await stub.end();
  const { summary, problems } = generated;
  if (!summary || problems.length > 0) return undefined;
  const latency = latencyIn(summary, { phase: 'measure' });
  const p95 = latency?.['p(95)'] ?? 0;
  const p99 = latency?.['p(99)'] ?? 0;
  const stubP95 = quantileOf(taken, 0.95);
  const stubP99 = quantileOf(taken, 0.99);
  return {
    seconds,
    rate: peakRateOf(schedule),
    requests: latency?.['count'] ?? 0,
    p95,
    p99,
    stubP95,
    stubP99,
    shareOfP95: Math.max(0, p95 - stubP95),
    shareOfP99: Math.max(0, p99 - stubP99),
  };
};
