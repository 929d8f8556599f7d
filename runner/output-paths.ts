import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileWriteError, folderWriteError, placeOf } from '../client/check-writable.ts';
import { targetFileName } from '../client/target/text-file.ts';
import { UsageError } from '../client/usage-error.ts';
import { signingKeyFile } from './certificate/key-file.ts';
import type { RunOptions } from './run-options.ts';
import { WAIVERS_FILE } from '../store/waivers.ts';

/** Options of a command that name files to read or write. */
type OutputPaths = Pick<RunOptions, 'out' | 'junit' | 'codeQuality'> &
  Partial<Pick<RunOptions, 'target' | 'waivers' | 'key'>>;

/** Name of an option or file, and its path; undefined if there is none. */
type Named = readonly [name: string, file: string | undefined];

/** Tests for /dev/null, a pipe or a device, which may be written twice. */
const keepsNothing = (file: string): boolean =>
  statSync(file, { throwIfNoEntry: false })?.isFile() === false;

/** Checks that no output file is also an input or another output. Throws UsageError. */
const checkApart = (written: readonly Named[], read: readonly Named[]): void => {
  const taken = new Map<string, string>();
  for (const [name, file] of read) if (file !== undefined) taken.set(placeOf(file), name);
  for (const [option, file] of written) {
    if (file === undefined || keepsNothing(file)) continue;
    const other = taken.get(placeOf(file));
    if (other !== undefined)
      throw new UsageError(
        `${option}: ${file} is also ${other}, and Assay would overwrite it; name another file`,
      );
    taken.set(placeOf(file), `the file of ${option}`);
  }
};

/** Checks that the file of an option can be written. Throws UsageError. */
export const checkWritable = ([option, file]: Named): void => {
  const trouble = file === undefined ? undefined : fileWriteError(file);
  if (trouble !== undefined)
    throw new UsageError(`${option}: ${file} is not writable: ${trouble}; name a writable file`);
};

/** Checks, before anything is sent, that a run can be written and overwrites nothing. Throws UsageError. */
export const checkOutputPaths = (paths: OutputPaths): void => {
  const { out, target, waivers, key } = paths;
  const trouble = folderWriteError(out);
  if (trouble !== undefined)
    throw new UsageError(`--out: ${out} is not writable: ${trouble}; name a writable folder`);
  const written: readonly Named[] = [
    ['--junit', paths.junit],
    ['--code-quality', paths.codeQuality],
  ];
  written.forEach(checkWritable);
  const here = process.cwd();
  checkApart(written, [
    ['the .env file', join(here, '.env')],
    ['the waivers file', waivers ?? join(here, WAIVERS_FILE)],
    ['the file of --key', key],
    ['the file that ASSAY_SIGNING_KEY names', signingKeyFile()],
    ['the file of --target', target === undefined ? undefined : targetFileName(target).path],
  ]);
};
