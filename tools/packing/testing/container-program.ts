import { spawn } from 'node:child_process';
import type { CliResult } from '../../../cli/testing/spawn-cli.ts';
import { PROJECT } from '../../../client/project.ts';

/** Program that builds images and runs containers. */
export interface ContainerProgram {
  readonly name: 'podman' | 'docker';
  /** Runs it in the project's folder, for `limit` milliseconds at most; `input` is its standard input. */
  readonly run: (args: readonly string[], more?: RunOptions) => Promise<CliResult>;
  /** Flags that `build` and `run` need on this machine. */
  readonly flags: readonly string[];
}

/** Options of one call. */
export interface RunOptions {
  readonly limit?: number;
  readonly input?: string;
  /** Receives the output while it is printed. */
  readonly onOutput?: (text: string) => void;
}

/** Milliseconds. A build downloads some 600 packages and compiles k6: on two busy cores it took ten minutes. */
const LONGEST = 1_800_000;

const runner =
  (name: string, before: readonly string[]): ContainerProgram['run'] =>
  (args, { limit = LONGEST, input = '', onOutput } = {}) =>
    new Promise((resolve) => {
      const child = spawn(name, [...before, ...args], { cwd: PROJECT, timeout: limit });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString();
        onOutput?.(chunk.toString());
      });
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.on('error', ({ message }) => resolve({ code: null, stdout, stderr: message }));
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      // A program that is absent, or that ended before it read everything, is reported by its end.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });

/** The first of podman and docker that works on this machine; undefined without one. */
export const findContainerProgram = async (): Promise<ContainerProgram | undefined> => {
  for (const name of ['podman', 'docker'] as const) {
    const run = runner(name, []);
    const { code } = await run(['info'], { limit: 30_000 });
    if (code === 0) return { name, run, flags: ['--network', 'host'] };
  }
  return undefined;
};

/** Limits below those that podman sets, which a root without CAP_SYS_RESOURCE, such as one in a container, cannot raise. */
const LOW_LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/**
 * The program with what it needs to start a container of this image: another runtime, since crun refuses some machines, or
 * low limits. Throws with its errors if nothing helps.
 */
export const startable = async (
  program: ContainerProgram,
  image: string,
): Promise<ContainerProgram> => {
  const runtimes = program.name === 'podman' ? [[], ['--runtime', 'runc']] : [[]];
  const errors: string[] = [];
  for (const limits of [[], LOW_LIMITS])
    for (const runtime of runtimes) {
      const run = runner(program.name, runtime);
      const flags = [...program.flags, ...limits];
      const probe = ['run', '--rm', ...flags, '--entrypoint', 'node', image, '--version'];
      const { code, stderr } = await run(probe, { limit: 60_000 });
      if (code === 0) return { ...program, run, flags };
      errors.push(stderr.trim());
    }
  throw new Error(`${program.name} starts no container here:\n${[...new Set(errors)].join('\n')}`);
};
