import { basename } from 'node:path';
import { readEnvironment, type ResolvedTarget } from '../client/target.ts';
import type { Scope } from '../oracles/facts.ts';
import { appliesTo, isExpired, type Waiver } from '../oracles/waive.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import type { SuiteName, LastFailure } from '../suites/engine/suite-order.ts';
import { type Clock, dayOf, steadyNow } from '../store/clock.ts';
import type { RunOptions } from './run-options.ts';
import { seedOfDay } from './seed.ts';
import { selectionOf } from '../store/selection.ts';
import type { Subject } from './target-source.ts';
import { readWaivers } from '../store/waivers.ts';

/** Order of one run of certify, gate or replay. */
export interface RunOrder extends RunOptions {
  readonly command: string;
  readonly version: string;
  /** Every variant of a probe, not just one. */
  readonly thorough: boolean;
  /** Date for the generated data, YYYY-MM-DD. Default: that of the clock. */
  readonly today?: string;
  /** Of a replay: end of the run's search for a minimal sequence. */
  readonly path?: string;
  /** Of a replay, and of a repetition of failed cells: probes that showed the failures. */
  readonly probes?: readonly string[];
  /** Ids of the cells to judge, of those that the order selects. Default: all of them. */
  readonly cells?: readonly string[];
  /** Suites to conduct. Default: all. */
  readonly suites?: readonly SuiteName[];
  /** True if the process ends with this run, so that no caches are kept for another one. */
  readonly isLast?: boolean;
}

/** An order whose data are settled. */
export interface SeededOrder extends RunOrder {
  readonly seed: number;
}

/** A run order with its ids, waivers and clock resolved. */
export interface ResolvedOrder<Order extends RunOrder = RunOrder> {
  readonly order: Order;
  readonly scope: Scope;
  /** Waivers of selected and non-existent cells, in force or not. */
  readonly waivers: readonly Waiver[];
  readonly clock: Clock;
  readonly startedAt: Date;
  /** Milliseconds since the epoch from a monotonic clock. */
  readonly begun: number;
}

/** Resolves the ids and waivers of an order. Throws UsageError for unknown ids and malformed waivers. */
export const resolveOrder = (order: RunOrder, clock: Clock): ResolvedOrder => {
  const { cells } = order;
  const scope = { lines: order.line, ...selectionOf(order), ...(cells && { cells }) };
  const waivers = readWaivers(order.waivers).filter((each) => appliesTo(each, scope));
  return { order, scope, waivers, clock, startedAt: clock(), begun: steadyNow() };
};

const holdsFunctions = ({ bodies }: ResolvedTarget): boolean =>
  Object.values(bodies).some((body) => typeof body === 'function');

/** The order with its own seed, or that of the day and the target. */
export const seeded = <Order extends RunOrder>(
  order: Order,
  startedAt: Date,
  { name }: Pick<ResolvedTarget, 'name'>,
): Order & SeededOrder => ({ ...order, seed: order.seed ?? seedOfDay(dayOf(startedAt), name) });

/** Plan for the suites' thread. */
export const planOf = (
  { order, scope, waivers, startedAt, begun }: ResolvedOrder<SeededOrder>,
  { source }: Subject,
  target: ResolvedTarget,
  folder: RunFolder,
  failures: readonly LastFailure[],
): RunPlan => {
  const day = dayOf(startedAt);
  const { maxTime } = order;
  return {
    ...scope,
    // The thread may be older than this run, and so its environment.
    source: { ...source, inherited: readEnvironment() },
    target: holdsFunctions(target) ? undefined : target,
    runs: order.runs,
    seed: order.seed,
    thorough: order.thorough,
    today: order.today ?? day,
    // An unset clock is exactly the machine's.
    ahead: order.clock === undefined ? 0 : startedAt.getTime() - begun,
    runId: basename(folder.path),
    waivers: waivers.filter((each) => !isExpired(each, day)),
    path: order.path,
    probes: order.probes ?? [],
    suites: order.suites ?? [],
    lastFailures: failures,
    failFast: order.failFast === true,
    maxTime:
      maxTime === undefined ? undefined : { seconds: maxTime, until: begun + maxTime * 1000 },
  };
};
