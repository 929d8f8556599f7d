import { setFlagsFromString } from 'node:v8';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { watchStopSignals } from './stop-signals.ts';

/** A process that ends with 0 only where that was earned. */
export interface GuardedProcess {
  /** See CommandContext. */
  readonly takeStop: () => AbortSignal;
  /** The command has concluded with this code. */
  readonly end: (code: ExitCode) => void;
}

/** Milliseconds after which something that was left open no longer holds up the end. */
const LEFT_OPEN = 2000;

const tell = (text: string): void => {
  process.stderr.write(`assay: ${text}\n`);
};

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Calls `onLost` once where standard output can't be written; a reader that has gone (`| head -1`) loses nothing. */
const watchOutput = (onLost: () => void): void => {
  let isLost = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    tell(`standard output cannot be written (${message}); the verdict was not shown whole`);
    onLost();
  });
  process.stderr.on('error', () => undefined);
};

/**
 * Guards the exit code of this process. It is 4 until somebody calls `end`, whatever ends the process (an uncaught error,
 * process.exit in a dependency, an empty event loop). Signals end it with 3.
 */
export const guardProcess = (): GuardedProcess => {
  // What is compiled in the background may wait for a collection of garbage, and process.exit waits for what is compiled: one crash
  // in twenty on a busy machine never ended (nodejs/node#54918).
  setFlagsFromString('--no-concurrent-sparkplug');
  let earned: ExitCode | undefined;
  // Also where the process is killed by what no handler sees.
  process.exitCode = EXIT.harness;
  const exit = (code: ExitCode): void => {
    earned = code;
    process.exit(code);
  };
  const onError = (error: unknown): void => {
    tell(`the harness is at fault; please report this:\n${textOf(error)}`);
    exit(EXIT.harness);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  process.on('exit', (code) => {
    if (earned !== undefined && code === earned) return;
    tell(
      `the harness is at fault; please report this: the process ended by itself (exit code ${code}) before the command had`,
    );
    process.exitCode = EXIT.harness;
  });
  watchOutput(() => {
    earned = EXIT.harness;
    process.exitCode = EXIT.harness;
  });
  return {
    takeStop: watchStopSignals(exit),
    end: (code) => {
      // Output that was lost is not found again.
      earned ??= code;
      process.exitCode = earned;
      setTimeout(() => process.exit(), LEFT_OPEN).unref();
    },
  };
};
