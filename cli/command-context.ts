import type { ExitCode } from '../oracles/exit-code.ts';
import type { StartEmbedded } from '../runner/embedded-service.ts';

/** The name of the command that the scripts of `assay completion` ask; no help names it. */
export const COMPLETE = 'complete';

/** What a command is handed beside its options. */
export interface CommandContext {
  readonly version: string;
  /** Says how the command ended. One that never says it ends with 4: 0 is earned, never a default. */
  readonly conclude: (code: ExitCode) => void;
  /**
   * The signal that asks the command to stop; its reason is a sentence such as `stopped by SIGTERM`. Who takes it stops by
   * itself and concludes; a command that never takes it is ended.
   */
  readonly takeStop: () => AbortSignal;
  /** The process ends with this command, so nothing is kept for another one. */
  readonly isLast: boolean;
  /** Starts the embedded service of a gate or certify; left out: on a thread of its own. */
  readonly startEmbedded?: StartEmbedded | undefined;
}
