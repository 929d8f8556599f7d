import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

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
  /** Kills it when aborted. */
  readonly signal?: AbortSignal | undefined;
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

const eachLine = (stream: NodeJS.ReadableStream | null, take?: (line: string) => void): void => {
  if (stream) createInterface({ input: stream }).on('line', (line) => take?.(line));
};

/** Runs a program in a process group of its own, which is killed as a whole at the limit. Rejects where it cannot be started. */
export const runLimited = (order: LimitedRun): Promise<LimitedEnd> =>
  new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', order.output ?? 'pipe', 'pipe'];
    const child = spawn(order.program, order.args, {
      ...(order.cwd === undefined ? {} : { cwd: order.cwd }),
      env: { ...order.environment },
      stdio,
      detached: true,
    });
    let overdue = false;
    let aborted = false;
    const timer = setTimeout(() => {
      overdue = true;
      killGroup(child);
    }, order.seconds * 1000);
    const abort = (): void => {
      aborted = true;
      killGroup(child);
    };
    // A child in a group of its own outlives its parent unless it is told.
    const onExit = (): void => killGroup(child);
    process.once('exit', onExit);
    order.signal?.addEventListener('abort', abort, { once: true });
    const end = (): void => {
      clearTimeout(timer);
      process.off('exit', onExit);
      order.signal?.removeEventListener('abort', abort);
    };
    eachLine(child.stdout, order.onOutput);
    eachLine(child.stderr, order.onError);
    child.on('error', (error) => {
      end();
      reject(error);
    });
    if (child.pid !== undefined) order.onStart?.(child.pid);
    if (order.signal?.aborted) abort();
    child.on('close', (code, signal) => {
      end();
      resolve({ code, signal, overdue, aborted });
    });
  });
