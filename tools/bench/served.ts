import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Seconds that a service may live. */
const LONGEST = 1800;
const GRACE = 5;

/** A reference service in a process of its own. */
export interface Served {
  /** The target file. */
  readonly target: string;
  /** Its credentials. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts `assay serve`, which writes its target into `folder`. Rejects where it ends before it listens. */
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
 * Hands over a fresh service, later by `latency` milliseconds, which is gone afterwards, and a folder, which is gone when the part is
 * (measure-parts.ts). A folder that is removed at once slows what is measured next: on ext4 a new file takes up to ten times as long
 * where a thousand were removed a moment ago, and a run writes a thousand.
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
