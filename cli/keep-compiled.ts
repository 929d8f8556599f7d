import { enableCompileCache } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { IS_CHECKOUT, PROJECT } from '../client/project.ts';

const isInstalled = (root: string): boolean => basename(dirname(root)) === 'node_modules';

/** Where what Node compiled of a program is kept: with its packages, so that it goes when they go. `root` holds package.json. */
export const compiledFolder = (root: string): string => {
  const packages = isInstalled(root) ? dirname(root) : join(root, 'node_modules');
  return join(packages, '.cache', 'assay', 'compiled');
};

/** The folder of a program and of its packages: one that is installed lies among them. */
export const homeFolder = (root: string): string => (isInstalled(root) ? dirname(root) : root);

/** The package lies one above its code. */
export const ROOT = IS_CHECKOUT ? PROJECT : join(PROJECT, '..');

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
