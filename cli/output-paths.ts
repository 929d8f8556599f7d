import { fileTrouble, folderTrouble } from '../client/output-place.ts';
import { UsageError } from '../client/usage-error.ts';
import type { RunOptions } from './options.ts';

/** Makes sure, before anything is sent, that a run can be written where its caller wants it. Leaves nothing. Throws UsageError. */
export const checkOutputPaths = ({
  out,
  junit,
  codeQuality,
}: Pick<RunOptions, 'out' | 'junit' | 'codeQuality'>): void => {
  const trouble = folderTrouble(out);
  if (trouble !== undefined)
    throw new UsageError(
      `--out: nothing can be written into ${out}: ${trouble}; name a folder that can be written`,
    );
  for (const [option, file] of [
    ['--junit', junit],
    ['--code-quality', codeQuality],
  ] as const) {
    const ofFile = file === undefined ? undefined : fileTrouble(file);
    if (ofFile !== undefined)
      throw new UsageError(
        `${option}: ${file} cannot be written: ${ofFile}; name a file that can be written`,
      );
  }
};
