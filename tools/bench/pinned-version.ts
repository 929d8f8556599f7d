import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';

type Pinned = Readonly<Record<string, string>>;

/** A package and its version, such as `autocannon 9.0.0`, as package.json pins it. Throws where it does not. */
export const pinnedVersion = (name: string): string => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(PROJECT, 'package.json'), 'utf8'),
  ) as { readonly dependencies: Pinned; readonly devDependencies: Pinned };
  const version = dependencies[name] ?? devDependencies[name];
  if (version === undefined) throw new Error(`${name} is no dependency of package.json`);
  return `${name} ${version}`;
};
