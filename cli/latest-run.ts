import { UsageError } from '../client/usage-error.ts';
import { latestRunFolder, type RunFolder } from '../reports/run-folder.ts';
import { OUT } from './options.ts';

/** The newest run below reports/out. Throws UsageError where there is none. */
export const latestRun = (): RunFolder => {
  try {
    return latestRunFolder(OUT);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};
