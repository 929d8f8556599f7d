import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Stream, Writable } from 'node:stream';

/** Programs are guarded by a shell, which Windows does not have. */
const GUARDED = process.platform !== 'win32';

/** Marker that the shell prints before the reason if it cannot exec the program. */
const NOT_STARTED = 'assay-not-started';

/**
 * Replaces itself by the program with exec, which keeps its process id and group, after forking a watcher in the same
 * group. The watcher reads a pipe whose other end only the starting process holds, so that it gets an end of file when
 * that process dies, even by a kill. It then kills the group, itself included, and before that, unless it has read a
 * line, removes the folder. While the watcher lives, no other process can reuse the group's id.
 */
const SCRIPT = `folder=$1; shift
(read -r _ <&3 || [ -z "$folder" ] || /bin/rm -rf "$folder"; kill -9 0) </dev/null >/dev/null 2>&1 &
[ -x "$1" ] || command -v "$1" >/dev/null || { echo "${NOT_STARTED}" >&2; exit 127; }
exec "$@" 3<&-`;

/** Dismisses the watcher once the program has ended. */
const dismissWatcher = (pipe: Stream | null | undefined): void => {
  if (!(pipe instanceof Writable)) return;
  // It may have been killed with its group.
  pipe.on('error', () => undefined).end('\n');
};

/** Reason why the shell did not exec the program; undefined if it did. */
const startProblem = (program: string, isMissing: boolean, code: number | null) => {
  if (isMissing) return new Error(`${program} does not exist or is not executable (ENOENT)`);
  return code === 126 ? new Error(`${program} cannot be started (EACCES)`) : undefined;
};

/** A program with its limits. */
export interface LimitedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Time limit in seconds, after which the process group is killed. */
  readonly seconds: number;
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Destination of standard output; default: `onOutput`. */
  readonly output?: 'inherit' | undefined;
  /** Called with each line of standard error, and of standard output. */
  readonly onError?: ((line: string) => void) | undefined;
  readonly onOutput?: ((line: string) => void) | undefined;
  readonly onStart?: ((pid: number) => void) | undefined;
  /** Stops the program when aborted: at once, or, with `grace`, by SIGINT and a kill that many seconds later. */
  readonly signal?: AbortSignal | undefined;
  readonly grace?: number | undefined;
  /** A scratch folder that is removed if this process is killed. */
  readonly scratch?: string | undefined;
}

/** Exit of a program. */
export interface LimitedEnd {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was still running at its time limit. */
  readonly overdue: boolean;
  /** It was aborted through `signal`. */
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

/** Stops the child when the signal is aborted; returns a function that removes the listener. */
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

/** Passes lines to the listeners; one that throws, for example because the disk is full, ends the program. */
const readLines = (child: ChildProcess, { onOutput, onError }: LimitedRun) => {
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

/**
 * Runs a program in a process group that is killed at the time limit, and together with this process. Rejects if it
 * cannot be started.
 */
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
    const { toOutput, toError, thrown } = readLines(child, order);
    eachLine(child.stdout, toOutput);
    eachLine(child.stderr, (line) => {
      if (line === NOT_STARTED) isMissing = true;
      else toError(line);
    });
    const removeListener = stopWith(child, order, () => (aborted = true));
    const end = (): void => {
      clearTimeout(timer);
      process.off('exit', onExit);
      removeListener();
    };
    child.on('error', (error) => {
      end();
      reject(error);
    });
    child.on('exit', () => dismissWatcher(child.stdio[3]));
    if (child.pid !== undefined) order.onStart?.(child.pid);
    child.on('close', (code, signal) => {
      end();
      const failed = thrown() ?? startProblem(order.program, isMissing, code);
      if (failed) reject(failed);
      else resolve({ code, signal, overdue, aborted });
    });
  });
