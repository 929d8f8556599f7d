import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { scanSource } from './source-imports.ts';

const SCRIPTS = 'load/scripts';

const importedBy = (root: string, path: string): readonly string[] =>
  scanSource(path, readFileSync(join(root, path), 'utf8')).references.flatMap(
    ({ specifier, kind }) =>
      kind === 'import' && specifier?.startsWith('.')
        ? [posix.join(posix.dirname(path), specifier)]
        : [],
  );

/** The scripts of load and all that they import at run time, below the project: TypeScript, which k6 runs as it is. */
export const k6Scripts = (root: string): readonly string[] => {
  const reached = new Set(readdirSync(join(root, SCRIPTS)).map((name) => `${SCRIPTS}/${name}`));
  for (const path of reached) for (const each of importedBy(root, path)) reached.add(each);
  return [...reached].toSorted();
};
