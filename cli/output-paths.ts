import { fileTrouble, folderTrouble } from '../client/output-place.ts';
import { UsageError } from '../client/usage-error.ts';
import type { RunOptions } from './options.ts';

/** Makes sure, before anything is sent, that a run can be written where its caller wants it. Leaves nothing. Throws UsageError. */
export const checkOutputPaths = ({ out, junit }: Pick<RunOptions, 'out' | 'junit'>): void => {
  const trouble = folderTrouble(out);
  if (trouble !== undefined)
    throw new UsageError(
      `--out: nothing can be written into ${out}: ${trouble}; name a folder that can be written`,
    );
  const ofJunit = junit === undefined ? undefined : fileTrouble(junit);
  if (ofJunit !== undefined)
    throw new UsageError(
      `--junit: ${junit} cannot be written: ${ofJunit}; name a file that can be written`,
    );
};
