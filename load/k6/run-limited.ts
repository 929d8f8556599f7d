import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { GUARDED, guardArguments, letGuardGo, startProblem } from '../guard.ts';

/** How a program is run. */
export interface LimitedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Seconds after which the program and everything that it started is killed. */
  readonly seconds: number;
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Where its standard output goes; default: handed to `onOutput`. */
  readonly output?: 'inherit';
  /** Called with each line of standard error, and of standard output. */
  readonly onError?: (line: string) => void;
  readonly onOutput?: (line: string) => void;
  readonly onStart?: (pid: number) => void;
  /** Stops it when aborted: at once, or, with `grace`, by SIGINT and so many seconds later by force. */
  readonly signal?: AbortSignal | undefined;
  readonly grace?: number;
  /** A folder that is removed should this process be killed. */
  readonly scratch?: string;
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
  const options = {
    ...(order.cwd === undefined ? {} : { cwd: order.cwd }),
    env: { ...order.environment },
    detached: true,
  };
  if (!GUARDED) return spawn(program, args, { ...options, stdio });
  return spawn('/bin/sh', guardArguments(program, args, scratch), {
    ...options,
    stdio: [...stdio, 'pipe'],
  });
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

/**
 * Runs a program in a process group of its own, which is killed as a whole at the limit, and when this process ends, however
 * that is killed. Rejects where it cannot be started.
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
    const problem = startProblem(order.program);
    const { toOutput, toError, thrown } = takingLines(child, order);
    eachLine(child.stdout, toOutput);
    eachLine(child.stderr, (line) => problem.hear(line) || toError(line));
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
      const failed = thrown() ?? problem.after(code);
      if (failed) reject(failed);
      else resolve({ code, signal, overdue, aborted });
    });
  });
