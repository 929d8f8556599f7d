import { join } from 'node:path';
import { openWorker } from '../../exam/worker.ts';
import { PROJECT } from '../../client/project.ts';
import { memoized } from '../../spec/memoized.ts';
import type { CliOptions, CliResult } from './spawn-cli.ts';

/** Milliseconds; a command that is still running is then killed, and its code is null. */
const TIMEOUT = 300_000;
/** Captured characters per stream: all that any test reads. */
const MAX_OUTPUT = 2_000_000;

type CallCli = (args: readonly string[], options?: CliOptions) => Promise<CliResult>;

/** Shared process for commands, which it runs one after the other. */
const callerOf = memoized((program: string): CallCli => {
  const worker = openWorker(PROJECT, program, MAX_OUTPUT);
  let before: Promise<unknown> = Promise.resolve();
  return (args, { environment, cwd = process.cwd(), limit = TIMEOUT }: CliOptions = {}) => {
    const from = { cwd, environment: { PATH: '/usr/bin:/bin', ...environment } };
    const call = before.then(async (): Promise<CliResult> => {
      const { exitCode, stdout, stderr } = await worker.run(args, limit, from);
      return { code: exitCode, stdout, stderr };
    });
    before = call.catch(() => undefined);
    return call;
  };
});

/**
 * Runs `assay` as `spawnCli` does, but in a process shared by all tests of this thread: starting one costs more than
 * most runs. For commands that are not stopped, and whose process is not under test.
 */
export const callCli: CallCli = (args, options) =>
  callerOf(join(import.meta.dirname, '../endings/testing/caller.ts'))(args, options);
