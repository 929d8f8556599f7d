import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { homeFolder, ROOT } from './keep-compiled.ts';

/** A file that a module names as it lies from itself, with its ending; nothing in it is escaped, and nothing follows it. */
const NEAR_FILE = /^\.\.?\/[\w./-]+\.(?:js|ts)$/;

/**
 * Takes files that modules of this program and of its packages import from beside them for what their names say, from now on in
 * this thread. Node looks on the disk for each such name, whether it is there and whether it is a link: a fifth of the time that
 * loading takes. None is a link, and one that is missing is told when it is read.
 */
export const takeNearImports = (home = homeFolder(ROOT)): void => {
  const own = pathToFileURL(join(home, '/')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const { conditions, parentURL } = context;
      // What CommonJS requires is found in other ways.
      return parentURL?.startsWith(own) &&
        conditions.includes('import') &&
        NEAR_FILE.test(specifier)
        ? { url: new URL(specifier, parentURL).href, shortCircuit: true }
        : next(specifier, context);
    },
  });
};
