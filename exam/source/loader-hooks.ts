import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join, relative } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { START } from './source-files.ts';

/** How the addresses end of files that come with mutants; what follows names the load that they belong to. */
const LOAD = '?load=';

const START_URL = pathToFileURL(join(PROJECT, START)).href;

/** The address of the reference's start in a load of its own; the empty name is that of the load that all mutants share. */
export const startOf = (load: string): string => `${START_URL}${LOAD}${load}`;

const pathOf = (url: string): string =>
  relative(PROJECT, fileURLToPath(url.split('?')[0] ?? url)).replaceAll('\\', '/');

const loadOf = (url: string | undefined): string | undefined => url?.split(LOAD)[1];

/**
 * From now on the addresses of `startOf` lead to these texts (by path) instead of the files, and so does what they import. A
 * file that is imported otherwise, such as by the faults, is as it is written.
 */
export const installLoaderHooks = (texts: Readonly<Record<string, string>>): void => {
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const load = loadOf(context.parentURL);
      const isOurs =
        load !== undefined && found.url.startsWith('file:') && pathOf(found.url) in texts;
      return isOurs ? { ...found, url: `${found.url}${LOAD}${load}` } : found;
    },
    load: (url, context, next) => {
      if (loadOf(url) === undefined) return next(url, context);
      const source = texts[pathOf(url)];
      return source === undefined
        ? next(url, context)
        : { format: 'module', source, shortCircuit: true };
    },
  });
};
