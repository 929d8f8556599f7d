import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './target.ts';
import { UsageError } from './usage-error.ts';

const homeFolder = (): string => {
  try {
    return homedir();
  } catch {
    // A container may run as a user that its system does not know.
    throw new UsageError(
      'there is no home folder, where what was made once is kept; set ASSAY_CACHE to a folder that can be written',
    );
  }
};

/** Where what was made once is kept for later runs: ASSAY_CACHE, else ~/.cache/assay. Throws UsageError where there is no home. */
export const cacheFolder = ({ ASSAY_CACHE }: Environment): string =>
  ASSAY_CACHE || join(homeFolder(), '.cache', 'assay');
