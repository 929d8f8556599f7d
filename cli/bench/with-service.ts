import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, serveApart } from './served.ts';

/** Hands over a fresh service, later by `latency` milliseconds, and a folder; both are gone afterwards. */
export const withService = async <T>(
  latency: number,
  use: (served: Served, folder: string) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const served = await serveApart(folder, latency);
    try {
      return await use(served, folder);
    } finally {
      await served.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
