import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A Node on this machine older than 22; undefined if there is none on PATH. */
export const oldNode = (): { readonly path: string; readonly version: string } | undefined => {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, version: spawnSync(path, ['--version']).stdout.toString().trim() }))
    .find(({ version }) => Number(/^v(\d+)/.exec(version)?.[1] ?? 22) < 22);
};
