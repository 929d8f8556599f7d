import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliResult } from '../../../cli/testing/spawn-cli.ts';
import type { ContainerProgram, RunOptions } from './container-program.ts';

/** A container's own settings; all others are those of docs/ci-owner.md, "In a container". */
export interface ContainerSettings extends RunOptions {
  /** Folder of this machine that becomes /work. */
  readonly work: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly container?: string;
  /** Makes an init process 1 instead of assay. */
  readonly init?: boolean;
}

/** The built image, and what checks need to run it. */
export interface ImageUnderTest {
  readonly image: string;
  readonly program: ContainerProgram;
  /** Runs `assay` in a container with a read-only root. */
  readonly assay: (settings: ContainerSettings, ...args: readonly string[]) => Promise<CliResult>;
  /** A new folder to mount, which every user may write. */
  readonly folder: (name: string) => string;
  /** Removes all folders. */
  readonly clean: () => Promise<void>;
}

/** Milliseconds for one container; the longest, a load on a busy machine, takes half a minute. */
const LONGEST = 300_000;

/** Prepares an image of this machine for its checks. */
export const imageUnderTest = (program: ContainerProgram, image: string): ImageUnderTest => {
  const root = mkdtempSync(join(tmpdir(), 'assay-image-'));
  chmodSync(root, 0o755);
  const runFlags = ['run', '--rm', ...program.flags, '--read-only', '--tmpfs', '/tmp'];
  return {
    image,
    program,
    assay: ({ work, environment = {}, user, container, init, ...options }, ...args) => {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      const flags = [
        ...variables.flatMap((variable) => ['--env', variable]),
        ...(user === undefined ? [] : ['--user', user]),
        ...(init ? ['--init'] : []),
        ...(container === undefined ? [] : ['--name', container]),
      ];
      const mount = ['--volume', `${work}:/work`];
      return program.run([...runFlags, ...flags, ...mount, image, ...args], {
        limit: LONGEST,
        ...options,
      });
    },
    folder: (name) => {
      const folder = join(root, name);
      mkdirSync(folder);
      // The container's user is another one than this process's.
      chmodSync(folder, 0o777);
      return folder;
    },
    clean: async () => {
      // Files of a user of the container may belong to nobody here; root of a container may remove them.
      const mount = ['--user', '0', '--volume', `${root}:/work`, '--entrypoint', 'sh'];
      await program.run([...runFlags, ...mount, image, '-c', 'rm -rf /work/*']);
      rmSync(root, { recursive: true, force: true });
    },
  };
};
