import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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
