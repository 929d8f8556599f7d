import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { PREPARED } from '../runner/reusable-worker.ts';

/** Exit code and output of a command. */
export interface CommandEnd {
  /** Null if it was killed at its time limit, or its process died. */
  readonly exitCode: number | null;
  /** Output of both streams: the last 20,000 characters of each, or as many as the worker keeps. */
  readonly printed: string;
}

/** The same, with the streams separated. */
export interface SeparateOutput extends CommandEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/** Context of a command, for a program that supports it. */
export interface CommandContext {
  /** Default: the worker's own. */
  readonly cwd?: string;
  /** Merged over the worker's own environment, which is nearly empty. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Message with a command for a worker's process. */
export interface WorkerCommand extends CommandContext {
  readonly args: readonly string[];
  /** Printed on both streams once the command has ended. */
  readonly marker: string;
}

/** A process that runs one command after the other. */
export interface Worker {
  /** Runs `assay` with these arguments and a time limit in milliseconds. */
  run(args: readonly string[], limit: number, from?: CommandContext): Promise<SeparateOutput>;
  close(): void;
}

/** Commands after which the process is replaced, so that leaks do not add up. */
const COMMANDS_PER_PROCESS = 150;
/** Default number of characters that are kept of a command's output on one stream. */
const KEPT = 20_000;

const start = (program: string, cwd: string): ChildProcess =>
  fork(program, [], {
    // The caller's configuration must not redirect the run to another target.
    cwd,
    env: { PATH: process.execPath },
    execArgv: ['--import', PREPARED],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** The output of a stream up to the marker, or until the process ends. */
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
 * Opens a worker; its process starts with its first command. `cwd` is the working folder of the commands, `program`
 * runs them, `kept` limits the characters that are kept of each stream.
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
      child.send({ args: [...args], marker, ...from } satisfies WorkerCommand);
    });
  return { run, close };
};

/** Runs the commands that a worker's process receives, one after the other: loading the harness costs more than many a run. */
export const serveCommands = (conduct: (order: WorkerCommand) => Promise<number>): void => {
  const answer = async (order: WorkerCommand): Promise<void> => {
    const exitCode = await conduct(order);
    // Output takes another path than this message: the marker shows where it ends.
    for (const stream of [process.stdout, process.stderr]) stream.write(order.marker);
    process.send?.({ exitCode });
  };
  process.on('message', (order: WorkerCommand) => void answer(order));
  process.on('disconnect', () => process.exit());
};
