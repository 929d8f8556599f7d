import { enableCompileCache } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { IS_CHECKOUT, PROJECT } from './project.ts';

/** The folder of the packages of a program, among which it may lie itself. `root` holds package.json. */
const packagesFolder = (root: string): string =>
  basename(dirname(root)) === 'node_modules' ? dirname(root) : join(root, 'node_modules');

/** Where what Node compiled of a program is kept: with its packages, so that it goes when they go. */
export const compiledFolder = (root: string): string =>
  join(packagesFolder(root), '.cache', 'assay', 'compiled');

/** The package lies one above its code. */
const ROOT = IS_CHECKOUT ? PROJECT : join(PROJECT, '..');

/** Where Node keeps what it compiled of this program, in each of its threads. */
export const COMPILED = compiledFolder(ROOT);

/**
 * Keeps what Node compiles from now on in this thread, which halves the time of the next start. A folder that cannot be written
 * costs nothing but that time.
 */
export const keepCompiled = (directory = COMPILED): void => {
  // Its other form, with options, throws before Node 24.12.
  enableCompileCache(directory);
};
