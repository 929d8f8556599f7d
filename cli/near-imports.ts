import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../client/project.ts';
import { packagesFolder, ROOT } from './keep-compiled.ts';

/** A file that a module names as it lies from itself, with its ending; nothing in it is escaped, and nothing follows it. */
const NEAR_FILE = /^\.\.?\/(?:[\w.-]+\/)*[\w.-]+\.(?:js|ts)$/;

/** The folders of the program; what else lies in a checkout may be its user's. */
const FOLDERS = 'cli client exam generators load oracles reference reports spec suites'.split(' ');

const OWN: readonly string[] = [
  packagesFolder(ROOT),
  ...FOLDERS.map((folder) => join(PROJECT, folder)),
];

/**
 * Takes files that modules in these folders import from beside them for what their names say, from now on in this thread. Node
 * looks on the disk for each such name, whether it is there and whether it is a link: a fifth of the time that loading takes. No
 * file of the program or of its packages is a link, and one that is missing is told when it is read.
 */
export const takeNearImports = (folders = OWN): void => {
  const own = folders.map((folder) => pathToFileURL(join(folder, '/')).href);
  registerHooks({
    resolve: (specifier, context, next) => {
      const { conditions, parentURL = '' } = context;
      // What CommonJS requires is found in other ways.
      return NEAR_FILE.test(specifier) &&
        conditions.includes('import') &&
        own.some((folder) => parentURL.startsWith(folder))
        ? { url: new URL(specifier, parentURL).href, shortCircuit: true }
        : next(specifier, context);
    },
  });
};
