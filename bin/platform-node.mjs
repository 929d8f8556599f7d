import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/** Oldest major version of Node that runs the project's TypeScript without flags. */
const MAJOR = 24;

const packagedNode = (root, platform, arch) => {
  const windows = platform === 'win32';
  const name = `node-${windows ? 'win' : platform}-${arch}`;
  return join(root, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
};

/**
 * Nodes that can run the project, best first: the one that npm installed for this platform, then the current one if
 * it is recent enough. Throws a LaunchError if there is none.
 */
export const platformNodes = (root, current = process) => {
  const packaged = packagedNode(root, current.platform, current.arch);
  const newEnough = Number(current.versions.node.split('.')[0]) >= MAJOR;
  const found = [packaged, ...(newEnough ? [current.execPath] : [])].filter((path) =>
    existsSync(path),
  );
  if (found.length > 0) return found;
  throw new LaunchError(
    `Node.js ${MAJOR} or newer is needed, this is ${current.versions.node}, and npm installed none ` +
      `for ${current.platform}-${current.arch} (looked for ${packaged}). ` +
      `Run npm ci --include=optional in ${root}, or install Node.js ${MAJOR} (https://nodejs.org).`,
  );
};
