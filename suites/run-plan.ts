import type { TargetSource } from '../client/load-target.ts';
import type { Line } from '../spec/line.ts';

/** What the command line hands to the worker; plain data, since it crosses threads. */
export interface RunPlan {
  readonly source: TargetSource;
  readonly lines: readonly Line[];
  /** Drafts per line. */
  readonly runs: number;
  readonly seed: number;
  /** True for certify: every variant of a probe, not only one. */
  readonly thorough: boolean;
  /** YYYY-MM-DD, the harness's one clock. */
  readonly today: string;
  readonly runId: string;
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
  }
}
