import type { TargetSource } from '../client/load-target.ts';
import type { Scope } from '../oracles/facts.ts';
import type { Waiver } from '../oracles/waive.ts';

/** What the command line hands to the worker; plain data, since it crosses threads. The scope is what it selects. */
export interface RunPlan extends Scope {
  readonly source: TargetSource;
  /** Drafts per line. */
  readonly runs: number;
  readonly seed: number;
  /** True for certify: every variant of a probe, not only one. */
  readonly thorough: boolean;
  /** YYYY-MM-DD, the harness's one clock. */
  readonly today: string;
  readonly runId: string;
  /** Waivers in force: what they name fails no test and does not stop the run. */
  readonly waivers: readonly Waiver[];
  /** Nothing is sent any more after the first proven fail. */
  readonly failFast: boolean;
  /** Seconds after which nothing is sent any more, and the moment, in milliseconds since the epoch. Left out: no limit. */
  readonly maxTime?: { readonly seconds: number; readonly until: number };
  /** Absolute paths of the run's streams. */
  readonly files: { readonly exchanges: string; readonly findings: string };
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly plan: RunPlan;
  }
  export interface TaskMeta {
    epic?: string;
    feature?: string;
    story?: string;
    requirement?: string[];
    /** Why the run was stopped before this test could end, or by it. */
    stopped?: string;
  }
}
