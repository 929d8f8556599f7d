import { isAbsolute, relative, resolve, join, basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from './usage-error.ts';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Environment } from './target/env-file.ts';
import { enableCompileCache } from 'node:module';

/** The folder of the program, absolute: the project's own, or `dist` of the package, which is laid out alike. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** How the program's own files end: `.ts` in a checkout, `.js` in the package. */
export const SOURCE_EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Whether this is a clone of the repository, with all that Assay is developed and examined with. */
export const IS_CHECKOUT = SOURCE_EXTENSION === '.ts';

/** The folder of runs unless a caller names another: below the caller's folder, or the checkout that it lies in. */
export const runsFolder = (caller = process.cwd()): string => {
  const way = relative(PROJECT, caller);
  const isInside = IS_CHECKOUT && !/^\.\.(?:$|[\\/])/.test(way) && !isAbsolute(way);
  return resolve(isInside ? PROJECT : caller, 'reports', 'out');
};

/** A path as a caller writes it, absolute. Throws UsageError for an empty one, and for a ~ that no shell replaced. */
export const resolveCallerPath = (value: string): string => {
  if (value.trim() === '') throw new UsageError('Expected a path, got an empty text.');
  // The shell replaces it only at the beginning of a word: --out=~/x comes as it was written.
  if (/^~[/\\]/.test(value))
    throw new UsageError('Expected a path; ~ was not replaced, so write $HOME instead.');
  return resolve(value);
};

/** The program's own files below a folder, without tests, their parts, and what runs left: paths from the project. */
export const programFiles = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(SOURCE_EXTENSION))
    .map(({ parentPath, name }) => relative(PROJECT, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !/\.test\.[jt]s$|\/testing\/|^reports\/out\//.test(path))
    .toSorted();

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

/** The folder of the packages of a program, among which it may lie itself. `root` holds package.json. */
const packagesFolder = (root: string): string =>
  basename(dirname(root)) === 'node_modules' ? dirname(root) : join(root, 'node_modules');

/** Where what Node compiled of a program is kept: with its packages, so that it goes when they go. */
export const compileCacheFolder = (root: string): string =>
  join(packagesFolder(root), '.cache', 'assay', 'compiled');

/** The package lies one above its code. */
const ROOT = IS_CHECKOUT ? PROJECT : join(PROJECT, '..');

/** Where Node keeps what it compiled of this program, in each of its threads. */
export const COMPILE_CACHE = compileCacheFolder(ROOT);

/** Keeps what Node compiles from now on in this thread, which halves the time of the next start. */
export const useCompileCache = (directory = COMPILE_CACHE): void => {
  // Its other form, with options, throws before Node 24.12.
  enableCompileCache(directory);
};
