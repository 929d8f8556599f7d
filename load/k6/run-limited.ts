import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Stream, Writable } from 'node:stream';

/** Programs are guarded by a shell, which Windows does not have. */
const GUARDED = process.platform !== 'win32';

/** What the shell says before the reason where it cannot become the program. */
const NOT_STARTED = 'assay-not-started';

/**
 * Becomes the program, so that its id and its group are those that were started, after leaving a watcher behind in the same
 * group: it reads a pipe whose other end only the starting process has, and which therefore ends with that process, even
 * where it is killed. It then kills the group, itself included, and before it, where no line came, removes the folder. While
 * it lives, no other process can get the group's number.
 */
const SCRIPT = `folder=$1; shift
(read -r _ <&3 || [ -z "$folder" ] || /bin/rm -rf "$folder"; kill -9 0) </dev/null >/dev/null 2>&1 &
[ -x "$1" ] || command -v "$1" >/dev/null || { echo "${NOT_STARTED}" >&2; exit 127; }
exec "$@" 3<&-`;

/** Lets the watcher go once the program has ended. */
const letGuardGo = (pipe: Stream | null | undefined): void => {
  if (!(pipe instanceof Writable)) return;
  // It may have been killed with its group.
  pipe.on('error', () => undefined).end('\n');
};

/** Reason for which the shell did not become the program; undefined: it did. */
const startProblem = (program: string, isMissing: boolean, code: number | null) => {
  if (isMissing) return new Error(`${program} is no program that can be started (ENOENT)`);
  return code === 126 ? new Error(`${program} cannot be started (EACCES)`) : undefined;
};

/** How a program is run. */
export interface LimitedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Seconds after which the program and everything that it started is killed. */
  readonly seconds: number;
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Where its standard output goes; default: handed to `onOutput`. */
  readonly output?: 'inherit' | undefined;
  /** Called with each line of standard error, and of standard output. */
  readonly onError?: ((line: string) => void) | undefined;
  readonly onOutput?: ((line: string) => void) | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
  /** Stops it when aborted: at once, or, with `grace`, by SIGINT and so many seconds later by force. */
  readonly signal?: AbortSignal | undefined;
  readonly grace?: number | undefined;
  /** A folder that is removed should this process be killed. */
  readonly scratch?: string | undefined;
}

/** How a program ended. */
export interface LimitedEnd {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was still running at its limit. */
  readonly overdue: boolean;
  /** It was stopped through `signal`. */
  readonly aborted: boolean;
}

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
    child.kill('SIGKILL');
  }
};

const eachLine = (stream: NodeJS.ReadableStream | null, take: (line: string) => void): void => {
  if (stream) createInterface({ input: stream }).on('line', take);
};

const start = (order: LimitedRun): ChildProcess => {
  const { program, args, scratch = '' } = order;
  const stdio: StdioOptions = ['ignore', order.output ?? 'pipe', 'pipe'];
  const options = { cwd: order.cwd, env: order.environment, detached: true };
  if (!GUARDED) return spawn(program, args, { ...options, stdio });
  const guarded = ['-c', SCRIPT, 'assay', scratch, program, ...args];
  return spawn('/bin/sh', guarded, { ...options, stdio: [...stdio, 'pipe'] });
};

/** Stops the child when the signal says so; returns what takes that back. */
const stopWith = (child: ChildProcess, order: LimitedRun, onStop: () => void): (() => void) => {
  let force: NodeJS.Timeout | undefined;
  const stop = (): void => {
    onStop();
    if (order.grace === undefined) killGroup(child);
    else {
      child.kill('SIGINT');
      force = setTimeout(() => killGroup(child), order.grace * 1000);
    }
  };
  order.signal?.addEventListener('abort', stop, { once: true });
  if (order.signal?.aborted) stop();
  return () => {
    clearTimeout(force);
    order.signal?.removeEventListener('abort', stop);
  };
};

/** Hands lines over; what cannot take one, since the disk is full, ends the program. */
const takingLines = (child: ChildProcess, { onOutput, onError }: LimitedRun) => {
  let thrown: Error | undefined;
  const into =
    (take: LimitedRun['onError']) =>
    (line: string): void => {
      if (thrown) return;
      try {
        take?.(line);
      } catch (error) {
        thrown = error as Error;
        killGroup(child);
      }
    };
  const [toOutput, toError] = [into(onOutput), into(onError)];
  return { toOutput, toError, thrown: (): Error | undefined => thrown };
};

/** Runs a program in a process group that is killed at the limit, and with this process. Rejects where it cannot be started. */
export const runLimited = (order: LimitedRun): Promise<LimitedEnd> =>
  new Promise((resolve, reject) => {
    const child = start(order);
    let overdue = false;
    let aborted = false;
    const timer = setTimeout(() => {
      overdue = true;
      killGroup(child);
    }, order.seconds * 1000);
    const onExit = (): void => killGroup(child);
    process.once('exit', onExit);
    let isMissing = false;
    const { toOutput, toError, thrown } = takingLines(child, order);
    eachLine(child.stdout, toOutput);
    eachLine(child.stderr, (line) => {
      if (line === NOT_STARTED) isMissing = true;
      else toError(line);
    });
    const letGo = stopWith(child, order, () => (aborted = true));
    const end = (): void => {
      clearTimeout(timer);
      process.off('exit', onExit);
      letGo();
    };
    child.on('error', (error) => {
      end();
      reject(error);
    });
    child.on('exit', () => letGuardGo(child.stdio[3]));
    if (child.pid !== undefined) order.onStart?.(child.pid);
    child.on('close', (code, signal) => {
      end();
      const failed = thrown() ?? startProblem(order.program, isMissing, code);
      if (failed) reject(failed);
      else resolve({ code, signal, overdue, aborted });
    });
  });
