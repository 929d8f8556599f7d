import { setFlagsFromString } from 'node:v8';
import { EXIT, type ExitCode } from '../oracles/exit-code.ts';
import { watchStopSignals } from './stop-signals.ts';

/** A process that ends with 0 only if a command has earned it. */
export interface ExitGuard {
  /** See CommandContext. */
  readonly takeStop: () => AbortSignal;
  /** The command has concluded with this code. */
  readonly end: (code: ExitCode) => void;
}

/** Milliseconds after which an open handle no longer delays the exit. */
const EXIT_TIMEOUT = 2000;

const printError = (text: string): void => {
  process.stderr.write(`assay: ${text}\n`);
};

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Calls `onLost` once if standard output cannot be written. A reader that has gone (`| head -1`) loses nothing. */
const watchOutput = (onLost: () => void): void => {
  let isLost = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    printError(
      `standard output cannot be written (${message}); the verdict was not shown completely`,
    );
    onLost();
  });
  process.stderr.on('error', () => undefined);
};

/**
 * Guards the exit code of this process: it is 4 until `end` is called, whatever ends the process (an uncaught error,
 * process.exit in a dependency, an empty event loop). Signals end it with 3.
 */
export const guardExit = (): ExitGuard => {
  // Concurrent compilation can wait for garbage collection while process.exit waits for the compilation: one crash in
  // twenty on a busy machine deadlocked (nodejs/node#54918).
  setFlagsFromString('--no-concurrent-sparkplug');
  let earned: ExitCode | undefined;
  // Also covers deaths that no handler sees.
  process.exitCode = EXIT.harness;
  const exit = (code: ExitCode): void => {
    earned = code;
    process.exit(code);
  };
  const onError = (error: unknown): void => {
    printError(`the harness is at fault; please report this:\n${textOf(error)}`);
    exit(EXIT.harness);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  process.on('exit', (code) => {
    if (earned !== undefined && code === earned) return;
    printError(
      `the harness is at fault; please report this: the process exited (code ${code}) before the command had finished`,
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
      // Lost output cannot be recovered, so its code stays.
      earned ??= code;
      process.exitCode = earned;
      setTimeout(() => process.exit(), EXIT_TIMEOUT).unref();
    },
  };
};
