import { EXIT, type ExitCode } from '../oracles/exit-code.ts';

/** Windows sends no SIGTERM, and SIGBREAK (Ctrl-Break) only Windows; a signal that a system lacks never comes. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
/**
 * Milliseconds in which a second signal counts as the first one, delivered twice: by the terminal and by the
 * launcher.
 */
const ECHO_WINDOW = 400;
/** Milliseconds that stopping may take. */
const STOP_TIMEOUT = 20_000;

const printError = (text: string): void => {
  process.stderr.write(`assay: ${text}\n`);
};

/**
 * Turns termination signals, and the death of the launcher, into one AbortSignal. The first aborts the signal if it
 * has been taken, and else ends the process at once; the second always ends it. `exit` ends the process.
 */
export const watchStopSignals = (exit: (code: ExitCode) => void): (() => AbortSignal) => {
  const stop = new AbortController();
  let isTaken = false;
  let stoppedAt: number | undefined;
  const end = (why: string): void => {
    printError(why);
    exit(EXIT.incomplete);
  };
  const onSignal = (by: string): void => {
    const now = performance.now();
    if (stoppedAt !== undefined) {
      if (now - stoppedAt > ECHO_WINDOW)
        end(`${by} again: ended immediately, unwritten results are lost`);
      return;
    }
    stoppedAt = now;
    if (!isTaken) {
      end(`stopped by ${by}`);
      return;
    }
    printError(`stopping (${by}); repeat it to end immediately`);
    setTimeout(
      () => end(`${by}: could not stop within ${STOP_TIMEOUT / 1000} s, so the process was ended`),
      STOP_TIMEOUT,
    ).unref();
    stop.abort(`stopped by ${by}`);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  if (process.channel) {
    process.once('disconnect', () => onSignal('the end of the launching process'));
    // Listening must not keep the process alive.
    process.channel.unref();
  }
  return () => {
    isTaken = true;
    return stop.signal;
  };
};
