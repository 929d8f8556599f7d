import type { Line } from '../../spec/line.ts';
import { freePorts, startTogether } from '../instances/start-together.ts';
import type { Prepared } from '../preparation/prepare.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { type RunOrder, runLoad } from '../run-load.ts';
import { type LoadResult } from '../verdict/conclude.ts';
import type { Session } from '../session.ts';
import { type Block, blockName, blocksOf, scheduleBlocks, type Side } from './blocks.ts';
import { type Judged, judgeAgainst } from './judge.ts';

/** One of the two builds, ready for load. */
export interface ReadySide {
  readonly session: Session;
  readonly prepared: Prepared;
}

/** A comparison of two builds. */
export interface AgainstOrder extends Pick<
  RunOrder,
  'k6' | 'lines' | 'history' | 'onProgress' | 'onMeasure'
> {
  readonly sides: Readonly<Record<Side, ReadySide>>;
  /** Always has a warm-up. */
  readonly profile: StepsProfile;
  /** Aborts both runs; the signals of both sessions follow it. */
  readonly others: AbortController;
  readonly signal: AbortSignal;
}

/** Result of a comparison. */
export interface AgainstResult {
  readonly results: Readonly<Record<Side, LoadResult>>;
  readonly judged: Judged;
  /** Number of blocks per side, and the duration of the shortest in seconds. */
  readonly blocks: { readonly count: number; readonly seconds: number };
}

/** Seconds in which both k6 processes have to be ready. */
const READY_IN = 60;
/** Idle time after a block in seconds: minimum, maximum, and the multiple of the slowest answer before the load. */
const PAUSE = { least: 1, most: 10, times: 4 } as const;

/** Idle time after each block in seconds, in which its last answers arrive. */
const pauseFor = (sides: readonly Prepared[]): number => {
  const slowest = sides.flatMap((prepared) => Object.values(prepared.slowest));
  const wanted = Math.ceil(PAUSE.times * Math.max(0, ...slowest));
  return Math.min(PAUSE.most, Math.max(PAUSE.least, wanted));
};

/**
 * The profile of one side: only one side calibrates the generator, and journeys are removed because they would run into
 * the other side's blocks.
 */
const profileOf = (profile: StepsProfile, side: Side): StepsProfile => ({
  ...profile,
  journeys: 0,
  calibration: side === 'baseline' ? profile.calibration : 0,
});

const pairsIn = (
  blocks: readonly Block[],
  results: Readonly<Record<Side, LoadResult>>,
  line: Line,
) =>
  blocks
    .filter(({ side, step }) => side === 'baseline' && step > 0)
    .map(({ step, number }) => {
      const name = blockName(line, step, number);
      return {
        baseline: results.baseline.measured?.blocks?.[name],
        candidate: results.candidate.measured?.blocks?.[name],
      };
    });

/** Runs both k6 processes side by side, each sending only in its own blocks. */
const sendInTurns = async (
  order: AgainstOrder,
  lines: readonly Line[],
  blocks: readonly Block[],
  pause: number,
): Promise<AgainstResult['results']> => {
  const { others, profile, signal } = order;
  const ports = await freePorts(2);
  const run = async (side: Side, port: number, onMeasure: RunOrder['onMeasure']) => {
    const result = await runLoad({
      k6: order.k6,
      history: order.history,
      lines,
      ...order.sides[side],
      profile: profileOf(profile, side),
      schedule: scheduleBlocks(blocks, profile, lines, side, pause),
      waitsOn: port,
      onProgress: side === 'baseline' ? order.onProgress : undefined,
      onMeasure,
    });
    // Half a comparison is useless: the other side is aborted.
    if (result.problems.length > 0) others.abort(`the run on the ${side} ended early`);
    return result;
  };
  const calibrated = Promise.withResolvers<void>();
  const [one = 0, other = 0] = ports;
  const baseline = run('baseline', one, (every) => {
    order.onMeasure?.(every);
    calibrated.resolve();
  });
  // A failure before this point is reported below.
  await Promise.race([calibrated.promise, baseline.catch(() => undefined)]);
  const candidate = run('candidate', other, undefined);
  const stop = AbortSignal.any([signal, others.signal]);
  const start = async (): Promise<void> => {
    // Without any line to price, no k6 is started that could be waited for.
    const late = lines.length === 0 ? [] : await startTogether(ports, READY_IN, stop);
    if (late.length > 0) others.abort(`k6 was not ready to start after ${READY_IN} s`);
  };
  const starting = start();
  const ended = await Promise.allSettled(
    [baseline, candidate].map((each) => orAbort(each, others)),
  );
  await starting;
  const [a, b] = ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  return { baseline: a as LoadResult, candidate: b as LoadResult };
};

const orAbort = async (run: Promise<LoadResult>, others: AbortController): Promise<LoadResult> => {
  try {
    return await run;
  } catch (error) {
    others.abort('the other run failed');
    throw error;
  }
};

/**
 * Sends the load of a profile to two builds in alternating blocks and judges which one is slower. Rejects if k6 cannot
 * be started.
 */
export const runAgainst = async (order: AgainstOrder): Promise<AgainstResult> => {
  const { profile, sides } = order;
  const isOpen = (line: Line): boolean =>
    [sides.baseline, sides.candidate].every(({ prepared }) => prepared.lines[line] !== undefined);
  const lines = order.lines.filter(isOpen);
  const pause = pauseFor([sides.baseline.prepared, sides.candidate.prepared]);
  const blocks = blocksOf(profile, pause);
  const measured = blocks.filter(({ side, step }) => side === 'baseline' && step > 0);
  const results = await sendInTurns(order, lines, blocks, pause);
  const pairs = lines.map((line) => [line, pairsIn(blocks, results, line)] as const);
  return {
    results,
    judged: judgeAgainst({ results, pairs, pause }),
    blocks: {
      count: measured.length,
      seconds: Math.min(...measured.map(({ seconds }) => seconds)),
    },
  };
};
