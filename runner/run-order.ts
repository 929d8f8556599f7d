import { basename } from 'node:path';
import { readEnvironment, type ResolvedTarget } from '../client/target.ts';
import type { Scope } from '../oracles/facts.ts';
import { isAbout, isExpired, type Waiver } from '../oracles/waive.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import type { SuiteName, LastFailure } from '../suites/engine/suite-order.ts';
import { type Clock, dayOf, steadyNow } from '../store/clock.ts';
import type { RunOptions } from './run-options.ts';
import { selectionOf } from '../store/selection.ts';
import type { Subject } from './target-source.ts';
import { readWaivers } from '../store/waivers.ts';

/** One run of certify, gate or replay. */
export interface RunOrder extends RunOptions {
  readonly command: string;
  readonly version: string;
  /** Every variant of a probe, not only one. */
  readonly thorough: boolean;
  /** The day from which the data are drawn, YYYY-MM-DD. Left out: that of the clock. */
  readonly today?: string;
  /** Of a replay: where the run's search for a small sequence had ended. */
  readonly path?: string;
  /** Of a replay: the probes that showed what is replayed. */
  readonly probes?: readonly string[];
  /** The only suites that are conducted. Left out: all. */
  readonly suites?: readonly SuiteName[];
  /** The process ends with this run, so nothing is kept for another one. */
  readonly isLast?: boolean;
}

/** What an order comes down to once its words were looked up. */
export interface ResolvedOrder {
  readonly order: RunOrder;
  readonly scope: Scope;
  /** Those about what is selected, or about nothing that exists, whether or not they are in force. */
  readonly waivers: readonly Waiver[];
  readonly clock: Clock;
  readonly startedAt: Date;
  /** Milliseconds since the epoch, of a clock that does not jump. */
  readonly begun: number;
}

/** Looks up what the order names. Throws UsageError for ids that do not exist and for malformed waivers. */
export const resolveOrder = (order: RunOrder, clock: Clock): ResolvedOrder => {
  const scope = { lines: order.line, ...selectionOf(order) };
  const waivers = readWaivers(order.waivers).filter((each) => isAbout(each, scope));
  return { order, scope, waivers, clock, startedAt: clock(), begun: steadyNow() };
};

const holdsFunctions = ({ bodies }: ResolvedTarget): boolean =>
  Object.values(bodies).some((body) => typeof body === 'function');

/** What the worker is handed. */
export const planOf = (
  { order, scope, waivers, startedAt, begun }: ResolvedOrder,
  { source }: Subject,
  target: ResolvedTarget,
  folder: RunFolder,
  failures: readonly LastFailure[],
): RunPlan => {
  const day = dayOf(startedAt);
  const { maxTime } = order;
  return {
    ...scope,
    // The thread of the suites may be older than this run, and so its environment.
    source: { ...source, inherited: readEnvironment() },
    target: holdsFunctions(target) ? undefined : target,
    runs: order.runs,
    seed: order.seed,
    thorough: order.thorough,
    today: order.today ?? day,
    // A clock that was not set is the machine's own, to the millisecond.
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
