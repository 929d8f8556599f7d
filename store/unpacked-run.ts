import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, UsageError } from '../client/usage-error.ts';
import { PACKED, unpackRun } from './certificate/packed-run.ts';

/** Whether a path is that of a packed run, by its name. */
export const isPackedRun = (path: string): boolean => path.endsWith(PACKED);

/**
 * The folder of a packed run, for as long as this process lives, or below a folder that is named. Throws UsageError for what is
 * no packed run.
 */
export const unpackedRun = (file: string, below?: string): string => {
  const folder = below ?? mkdtempSync(join(tmpdir(), 'assay-run-'));
  if (below === undefined)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    return unpackRun(file, folder);
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
};
