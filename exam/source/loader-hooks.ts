import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { programFile, PROJECT } from '../../client/project.ts';
import { START } from './source-files.ts';

/** Suffix of the URLs of instrumented files; the name of the load follows. */
const LOAD = '?load=';

const START_URL = pathToFileURL(join(PROJECT, START)).href;

/** URL of the reference's entry point in a separate load; the empty name is that of the load that all mutants share. */
export const startOf = (load: string): string => `${START_URL}${LOAD}${load}`;

const pathOf = (url: string): string => programFile(url.split('?')[0] ?? url);

const loadOf = (url: string | undefined): string | undefined => url?.split(LOAD)[1];

/**
 * Installs module hooks: from now on the URLs of `startOf` and everything imported from there resolve to these texts
 * (by path) instead of the files. Files that are imported in other ways, such as by the faults, are unchanged.
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
