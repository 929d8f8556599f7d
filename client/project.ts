import { resolve, join, basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside, pathBelow } from './paths.ts';
import { UsageError } from './usage-error.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Environment } from './target/env-file.ts';
import { enableCompileCache } from 'node:module';

/** Absolute folder of the program: the repository, or `dist` of the package, which has the same layout. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Extension of the program's files: `.ts` in a checkout, `.js` in the package. */
export const SOURCE_EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** Path of one of the program's files from its root, such as `suites/journey/walk.ts`; `url` is its `import.meta.url`. */
export const programFile = (url: string): string => pathBelow(PROJECT, fileURLToPath(url)) ?? url;

/** True in a clone of the repository, with all development tools. */
export const IS_CHECKOUT = SOURCE_EXTENSION === '.ts';

/** Default folder of runs: below the current folder, or the checkout that contains it. */
export const runsFolder = (caller = process.cwd()): string =>
  resolve(IS_CHECKOUT && isInside(PROJECT, caller) ? PROJECT : caller, 'reports', 'out');

/** Name of the link to the latest run; where links are refused, a text file with `.txt` names it. */
export const LATEST = 'latest';

/** A path through `latest` where that is a text file, such as `runs/latest/certificate.json`; any other is unchanged. */
const throughLatest = (path: string): string => {
  const at = path.split(sep).lastIndexOf(LATEST);
  const link = path
    .split(sep)
    .slice(0, at + 1)
    .join(sep);
  if (at < 0 || existsSync(link) || !existsSync(`${link}.txt`)) return path;
  if (!statSync(`${link}.txt`).isFile()) return path;
  const name = readFileSync(`${link}.txt`, 'utf8').trim();
  // Another program may have written a file of that name.
  if (!/^\d{8}-\d{6}-[\w.-]+$/.test(name) || !existsSync(join(dirname(link), name))) return path;
  return join(dirname(link), name, path.slice(link.length));
};

/** Absolute path of a path given by the user. Throws UsageError for an empty one, and for a ~ that the shell did not expand. */
export const resolveCallerPath = (value: string): string => {
  if (value.trim() === '') throw new UsageError('Expected a path, got an empty text.');
  // The shell replaces it only at the beginning of a word: --out=~/x comes as it was written.
  if (/^~[/\\]/.test(value))
    throw new UsageError('Expected a path; the shell did not expand ~, so write $HOME instead.');
  return throughLatest(resolve(value));
};

/** Program files below a folder, without tests and their helpers, as paths from the project. */
export const programFiles = (folder: string, root = PROJECT): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(SOURCE_EXTENSION))
    .map(({ parentPath, name }) => pathBelow(root, join(parentPath, name)) ?? name)
    .filter((path) => !/\.test\.[jt]s$|\/testing\/|^reports\/out\//.test(path))
    .toSorted();

const homeFolder = (): string => {
  try {
    return homedir();
  } catch {
    // A container may run as a user without an entry in its system.
    throw new UsageError(
      'there is no home folder for the cache; set ASSAY_CACHE to a writable folder',
    );
  }
};

/** Cache folder: ASSAY_CACHE, else ~/.cache/assay. Throws UsageError without a home folder. */
export const cacheFolder = ({ ASSAY_CACHE }: Environment): string =>
  ASSAY_CACHE || join(homeFolder(), '.cache', 'assay');

/** node_modules of a program, in which it may be installed itself. `root` holds package.json. */
const packagesFolder = (root: string): string =>
  basename(dirname(root)) === 'node_modules' ? dirname(root) : join(root, 'node_modules');

/** Folder of Node's compile cache: inside node_modules, so that it is removed with it. */
export const compileCacheFolder = (root: string): string =>
  join(packagesFolder(root), '.cache', 'assay', 'compiled');

/** Root of the package, one level above its code. */
const ROOT = IS_CHECKOUT ? PROJECT : join(PROJECT, '..');

/** Compile cache of this program, for each of its threads. */
export const COMPILE_CACHE = compileCacheFolder(ROOT);

/** Enables Node's compile cache in this thread, which halves the time of the next start. */
export const useCompileCache = (directory = COMPILE_CACHE): void => {
  // The form with options throws before Node 24.12.
  enableCompileCache(directory);
};
