import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Served, serveApart } from './served.ts';

/**
 * Hands over a fresh service, later by `latency` milliseconds, which is gone afterwards, and a folder, which is gone when the part is
 * (part-apart.ts). A folder that is removed at once slows what is measured next: on ext4 a new file takes up to ten times as long
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
