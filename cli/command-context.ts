import type { ExitCode } from '../oracles/exit-code.ts';
import type { StartEmbedded } from '../runner/embedded-service.ts';

/** Hidden command that the scripts of `assay completion` call. */
export const COMPLETE = 'complete';

/** Context of a command, beside its options. */
export interface CommandContext {
  readonly version: string;
  /** Reports the exit code. A command that never calls it ends with 4: 0 is earned, never a default. */
  readonly conclude: (code: ExitCode) => void;
  /**
   * Signal that asks the command to stop, with a reason such as `stopped by SIGTERM`. A command that takes it must
   * stop and conclude by itself; one that never takes it is terminated.
   */
  readonly takeStop: () => AbortSignal;
  /** True if the process ends with this command, so that nothing has to be kept for another one. */
  readonly isLast: boolean;
  /** Starts the embedded service of a gate or certify. Default: in a worker thread. */
  readonly startEmbedded?: StartEmbedded | undefined;
}
