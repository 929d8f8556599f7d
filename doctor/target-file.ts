import { readFileSync, realpathSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileTrouble } from '../client/output-place.ts';
import { targetFileName } from '../client/target/text-file.ts';
import { UsageError } from '../client/usage-error.ts';
import { writeWhole } from '../store/whole-file.ts';
import type { Edit } from '../suites/doctor/remark.ts';
import { UneditableTarget, withEdits } from './target-edits.ts';

/** A target file that may be written, as it was when it was read. */
export interface WritableTarget {
  readonly path: string;
  readonly text: string;
  /** Where in the file the target stands: nothing of a file that is one target. */
  readonly within: readonly string[];
}

const withinFile = (choice: string | undefined): readonly string[] =>
  choice === undefined ? [] : ['targets', choice];

/** Where a target stands in the file that it was named by: below `targets` and its name, or at the top. */
export const placeOfTarget = (named: string | undefined): readonly string[] =>
  named === undefined ? [] : withinFile(targetFileName(named).choice);

/** Makes sure, before anything is sent, that what is found can be written into the target file. Throws UsageError. */
export const writableTarget = (named: string | undefined): WritableTarget => {
  if (named === undefined)
    throw new UsageError('--write: there is no file to write into; name it with --target FILE');
  const { path: file, choice } = targetFileName(named);
  if (!['.yaml', '.yml'].includes(extname(file).toLowerCase()))
    throw new UsageError(
      `--write: only a YAML file can be changed, and ${file} is none; leave --write out, and copy the lines that are printed`,
    );
  const path = realpathSync(file);
  // Whoever may do everything could write into it all the same, and its owner said no.
  const isProtected = (statSync(path).mode & 0o222) === 0;
  const trouble = isProtected ? 'it is write-protected' : fileTrouble(path);
  if (trouble !== undefined)
    throw new UsageError(
      `--write: ${file} cannot be written: ${trouble}; allow it, or leave --write out and copy the lines that are printed`,
    );
  return { path, text: readFileSync(path, 'utf8'), within: withinFile(choice) };
};

/** Writes the keys into the file, whole or not at all. Throws UsageError. */
export const writeEdits = (
  { path, text, within }: WritableTarget,
  edits: readonly Edit[],
): void => {
  if (edits.length === 0) return;
  if (readFileSync(path, 'utf8') !== text)
    throw new UsageError(
      `--write: ${path} changed during the run; Assay wrote nothing, run the doctor again`,
    );
  try {
    writeWhole(path, withEdits(text, edits, within));
  } catch (error) {
    if (error instanceof UneditableTarget)
      throw new UsageError(
        `--write: ${path} cannot be changed at ${error.message}; nothing was written: leave --write out, and copy the lines that are printed`,
        { cause: error },
      );
    throw error;
  }
};
