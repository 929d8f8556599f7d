import type { TargetSource } from '../../client/target/load-target.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Scope } from '../../oracles/facts.ts';
import type { Waiver } from '../../oracles/waive.ts';
import type { SuiteName, LastFailure } from './suite-order.ts';

/**
 * Plan of a run, passed only to the worker thread of the suites: it holds secrets. Plain data, so that it can be cloned. The
 * scope is its selection.
 */
export interface RunPlan extends Scope {
  readonly source: TargetSource;
  /**
   * The target of `source`. Left out if it holds functions, which cannot be sent to a worker thread: it is loaded again there.
   */
  readonly target?: ResolvedTarget | undefined;
  /** Drafts per line. */
  readonly runs: number;
  readonly seed: number;
  /** True for certify: every variant of a probe, not only one. */
  readonly thorough: boolean;
  /** YYYY-MM-DD, the harness's one clock. */
  readonly today: string;
  /** Milliseconds by which the run's clock is ahead of the machine's; exchanges are recorded in the run's time. */
  readonly ahead: number;
  readonly runId: string;
  /** Waivers in force: a waived cell fails no test and does not stop the run. */
  readonly waivers: readonly Waiver[];
  /** Of a replay: the end of the shrinking path (`CellVerdict.path`). Left out: shrink again. */
  readonly path?: string | undefined;
  /** Of a replay: names of the probes that showed the finding; they are sent whatever their own requirement. */
  readonly probes: readonly string[];
  /** The only suites that are conducted; none: all. */
  readonly suites: readonly SuiteName[];
  /** Failures of the last runs on this target; they are sent first, and count for nothing else. */
  readonly lastFailures: readonly LastFailure[];
  /** True if the run stops sending after the first proven fail. */
  readonly failFast: boolean;
  /** Seconds after which nothing is sent any more, and the moment, in milliseconds since the epoch. Left out: no limit. */
  readonly maxTime?: { readonly seconds: number; readonly until: number } | undefined;
}
