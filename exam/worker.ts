import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { PREPARED } from '../runner/reusable-worker.ts';

/** How a command ended, and what it printed. */
export interface Ended {
  /** Null where it was killed for taking too long, or its process died. */
  readonly exitCode: number | null;
  /** On both streams, of each the last 20,000 characters, or as many as the worker keeps. */
  readonly printed: string;
}

/** The same, of each stream alone. */
export interface EndedApart extends Ended {
  readonly stdout: string;
  readonly stderr: string;
}

/** From where a command is called; for a program that heeds it. */
export interface CalledFrom {
  /** Left out: the worker's own. */
  readonly cwd?: string;
  /** Over the worker's own, which is nearly empty. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a worker's process is told. */
export interface WorkerOrder extends CalledFrom {
  readonly args: readonly string[];
  /** Printed on both streams once the command has ended. */
  readonly marker: string;
}

/** A process of its own in which one command runs after the other. */
export interface Worker {
  /** Runs `assay` with these arguments for at most so many milliseconds. */
  run(args: readonly string[], limit: number, from?: CalledFrom): Promise<EndedApart>;
  close(): void;
}

/** Commands after which the process is replaced, so that nothing that one of them leaves behind adds up. */
const COMMANDS_PER_PROCESS = 150;
/** Characters that are kept of what a command prints on one stream, unless the caller wants more. */
const KEPT = 20_000;

const start = (program: string, cwd: string): ChildProcess =>
  fork(program, [], {
    // Nothing of the caller's configuration may turn the run to another target.
    cwd,
    env: { PATH: process.execPath },
    execArgv: ['--import', PREPARED],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** What a stream prints up to the marker, or until the process is gone. */
const readUpTo = (marker: string, kept: number, stream: NodeJS.ReadableStream | null) => {
  let text = '';
  let tell = (): void => undefined;
  const marked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const hear = (chunk: Buffer): void => {
    text = `${text}${chunk.toString()}`.slice(-kept);
    if (text.includes(marker)) tell();
  };
  stream?.on('data', hear);
  return {
    marked,
    end: (): string => {
      stream?.off('data', hear);
      return text.replace(marker, '');
    },
  };
};

/**
 * Opens a worker; its process starts with its first command. `cwd` is where the commands run, `program` conducts them, and of
 * what they print on a stream so many characters are kept.
 */
export const openWorker = (cwd: string, program: string, kept = KEPT): Worker => {
  let process: ChildProcess | undefined;
  let commands = 0;
  const close = () => {
    process?.kill('SIGKILL');
    process = undefined;
    commands = 0;
  };
  const run: Worker['run'] = (args, limit, from = {}) =>
    new Promise((resolve) => {
      if (commands >= COMMANDS_PER_PROCESS) close();
      process ??= start(program, cwd);
      commands += 1;
      const child = process;
      const marker = `[${randomUUID()}]`;
      const out = readUpTo(marker, kept, child.stdout);
      const err = readUpTo(marker, kept, child.stderr);
      const end = (exitCode: number | null) => {
        clearTimeout(timer);
        const [stdout, stderr] = [out.end(), err.end()];
        child.removeAllListeners('message').removeAllListeners('exit');
        if (exitCode === null) close();
        resolve({ exitCode, printed: stdout + stderr, stdout, stderr });
      };
      const timer = setTimeout(() => end(null), limit);
      child.once('message', ({ exitCode }: { exitCode: number }) => {
        void Promise.all([out.marked, err.marked]).then(() => end(exitCode));
      });
      child.once('exit', () => end(null));
      child.send({ args: [...args], marker, ...from } satisfies WorkerOrder);
    });
  return { run, close };
};

/**
 * Conducts the commands that a worker's process is sent, one after the other: loading the harness costs more than many
 * a run.
 */
export const runOrders = (conduct: (order: WorkerOrder) => Promise<number>): void => {
  const answer = async (order: WorkerOrder): Promise<void> => {
    const exitCode = await conduct(order);
    // What was printed goes another way than this message: the marker says where it ends.
    for (const stream of [process.stdout, process.stderr]) stream.write(order.marker);
    process.send?.({ exitCode });
  };
  process.on('message', (order: WorkerOrder) => void answer(order));
  process.on('disconnect', () => process.exit());
};
