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
  /** True for certify: sends every variant of a probe, not only one. */
  readonly thorough: boolean;
  /** YYYY-MM-DD, the harness's one clock. */
  readonly today: string;
  /** Milliseconds by which the run's clock is ahead of the machine's; exchanges are recorded in run time. */
  readonly ahead: number;
  readonly runId: string;
  /** Waivers in force: a waived cell fails no test and does not stop the run. */
  readonly waivers: readonly Waiver[];
  /** Replay only: the end of the shrinking path (`CellVerdict.path`). Left out: shrinks again. */
  readonly path?: string | undefined;
  /** Replay only: names of the probes that showed the finding; they are sent whatever their own requirement. */
  readonly probes: readonly string[];
  /** The suites to conduct; empty: all. */
  readonly suites: readonly SuiteName[];
  /** Failures of the last runs on this target. Their suites run first; verdicts do not depend on them. */
  readonly lastFailures: readonly LastFailure[];
  /** True if the run stops sending after the first proven fail. */
  readonly failFast: boolean;
  /** Time limit in seconds, and its end in milliseconds since the epoch. Left out: no limit. */
  readonly maxTime?: { readonly seconds: number; readonly until: number } | undefined;
}
