import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from './usage-error.ts';

/** The folder of the program, absolute: the project's own, or `dist` of the package, which is laid out alike. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** How the program's own files end: `.ts` in a checkout, `.js` in the package. */
export const SOURCE_ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Whether this is a clone of the repository, with all that Assay is developed and examined with. */
export const IS_CHECKOUT = SOURCE_ENDING === '.ts';

/**
 * Where runs are kept unless their caller names another folder, absolute: below the caller's folder, and below the checkout for a
 * caller in one of its folders.
 */
export const runsFolder = (caller = process.cwd()): string => {
  const way = relative(PROJECT, caller);
  const isInside = IS_CHECKOUT && !/^\.\.(?:$|[\\/])/.test(way) && !isAbsolute(way);
  return resolve(isInside ? PROJECT : caller, 'reports', 'out');
};

/** A path as a caller writes it, absolute. Throws UsageError for an empty one, and for a ~ that no shell replaced. */
export const callersPath = (value: string): string => {
  if (value.trim() === '') throw new UsageError('Wanted a path, got an empty text.');
  // The shell replaces it only at the beginning of a word: --out=~/x comes as it was written.
  if (/^~[/\\]/.test(value))
    throw new UsageError('Wanted a path; ~ was not replaced, so write $HOME instead.');
  return resolve(value);
};
