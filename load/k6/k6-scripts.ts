import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

const SCRIPTS = 'load/scripts';

/** The project files that a script imports at run time. */
const importedBy = (root: string, path: string): readonly string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  const { staticImports, staticExports } = parseSync(path, text, { lang: 'ts' }).module;
  const requests = [
    ...staticImports,
    ...staticExports.flatMap(({ start, entries }) => entries.map((each) => ({ ...each, start }))),
  ];
  return requests
    .filter(({ start }) => !/^(import|export) type\b/.test(text.slice(start)))
    .flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
};

/** The load scripts and all their imports at run time, below the project: TypeScript, which k6 runs directly. */
export const k6Scripts = (root: string): readonly string[] => {
  const reached = new Set(readdirSync(join(root, SCRIPTS)).map((name) => `${SCRIPTS}/${name}`));
  for (const path of reached) for (const each of importedBy(root, path)) reached.add(each);
  return [...reached].toSorted();
};
