import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Maximum lifetime of a service in seconds. */
const LONGEST = 1800;
const GRACE = 5;

/** Reference service in its own process. */
export interface Served {
  /** Path of the target file. */
  readonly target: string;
  /** Environment variables with its credentials. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts `assay serve`, which writes its target into `folder`. Rejects if it exits before it listens. */
const serveApart = async (folder: string, latency: number): Promise<Served> => {
  const target = join(folder, 'target.yaml');
  const stop = new AbortController();
  const listening = Promise.withResolvers<void>();
  const environment: Record<string, string> = {};
  const args = ['serve', '--latency', String(latency), '--write-target', target, '--force'];
  const ended = runLimited({
    program: process.execPath,
    args: [join(PROJECT, 'bin', 'assay.mjs'), ...args],
    seconds: LONGEST,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    signal: stop.signal,
    grace: GRACE,
    onOutput: (line) => {
      const [, name, value] = /^export (\w+)='(.*)'$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) environment[name] = value;
      if (line.startsWith('Ctrl-C')) listening.resolve();
    },
  });
  ended.then(() => listening.reject(new Error('assay serve ended')), listening.reject);
  await listening.promise;
  const close = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  return { target, environment, close };
};

/**
 * Passes a fresh service with this latency in milliseconds, closed afterwards, and a folder, removed with the part
 * (measure-parts.ts). Removing it at once would slow down the next measurement: on ext4 a new file takes up to ten
 * times as long just after a thousand were removed, and a run writes a thousand.
 */
export const withService = async <T>(
  latency: number,
  use: (served: Served, folder: string) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const served = await serveApart(folder, latency);
  try {
    return await use(served, folder);
  } finally {
    await served.close();
  }
};
