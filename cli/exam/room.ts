import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a command ended, and what it printed on both streams. */
export interface Ended {
  /** Null where it was killed for taking too long, or its process died. */
  readonly exitCode: number | null;
  readonly printed: string;
}

/** A process of its own in which one command runs after the other. */
export interface Room {
  /** Runs `assay` with these arguments for at most so many milliseconds. */
  run(args: readonly string[], limit: number): Promise<Ended>;
  close(): void;
}

const PROGRAM = fileURLToPath(new URL('room-process.ts', import.meta.url));
/** Commands after which the process is replaced, so that nothing that one of them leaves behind adds up. */
const COMMANDS_PER_PROCESS = 150;
/** Characters that are kept of what a command prints. */
const KEPT = 20_000;

const start = (cwd: string): ChildProcess =>
  fork(PROGRAM, [], {
    // Nothing of the caller's configuration may turn the run to another target.
    cwd,
    env: { PATH: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

/** Opens a room; its process starts with its first command. `cwd` is where the commands run. */
export const openRoom = (cwd: string): Room => {
  let process: ChildProcess | undefined;
  let commands = 0;
  const close = () => {
    process?.kill('SIGKILL');
    process = undefined;
    commands = 0;
  };
  const run = (args: readonly string[], limit: number): Promise<Ended> =>
    new Promise((resolve) => {
      if (commands >= COMMANDS_PER_PROCESS) close();
      process ??= start(cwd);
      commands += 1;
      const child = process;
      let printed = '';
      const hear = (chunk: Buffer) => {
        printed = `${printed}${chunk.toString()}`.slice(-KEPT);
      };
      const end = (exitCode: number | null) => {
        clearTimeout(timer);
        for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear);
        child.removeAllListeners('message').removeAllListeners('exit');
        if (exitCode === null) close();
        resolve({ exitCode, printed });
      };
      const timer = setTimeout(() => end(null), limit);
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear);
      child.once('message', ({ exitCode }: { exitCode: number }) => end(exitCode));
      child.once('exit', () => end(null));
      child.send([...args]);
    });
  return { run, close };
};
