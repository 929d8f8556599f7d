import { resolve } from 'node:path';
import type { TargetSource } from '../../client/target/load-target.ts';
import { isTargetFile, targetFileName } from '../../client/target/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import type { LoadOptions } from '../running/load-options.ts';

/** The file of `--against`: it, or that of `--target` for the name of another target in it. Throws UsageError. */
const fileOf = (other: string, target: string | undefined): string => {
  if (isTargetFile(other)) return resolve(other);
  const name = other.replace(/^#/, '');
  if (target !== undefined && name !== '') return `${targetFileName(target).path}#${name}`;
  const got = name === '' ? 'got an empty text' : `there is no file "${other}", and no --target`;
  throw new UsageError(
    `--against: wanted a target file, or with --target FILE the name of another target in it; ${got}`,
  );
};

/**
 * Source of the second build of a load run. The addresses of flags and environment are the first one's: they would
 * lead both to the same service. Throws UsageError.
 */
export const againstSource = (
  other: string,
  { target, insecure }: Pick<LoadOptions, 'target' | 'insecure'>,
): TargetSource => ({
  file: fileOf(other, target),
  environment: { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined },
  ...(insecure ? { insecure } : {}),
});
