import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { programFiles, PROJECT } from '../client/project.ts';

/** A table that lists what the files of a folder export, so that a new file registers itself. */
interface FileTable {
  readonly path: string;
  readonly folder: string;
  /** An export that belongs into it; its first group is the name. */
  readonly exported: RegExp;
  /** Body of the table, from its files. */
  readonly text: (files: readonly ListedFile[]) => string;
}

interface ListedFile {
  /** From the folder of the table and without its ending, such as `state/deleted-item`. */
  readonly place: string;
  /** Exports with the names under which the table imports them. */
  readonly exports: readonly (readonly [name: string, local: string])[];
}

const camel = (words: string): string =>
  words.replaceAll(/[^A-Za-z\d]+(\w)/g, (_, letter: string) => letter.toUpperCase());

const TABLES: readonly FileTable[] = [
  {
    path: 'oracles/judge-files.ts',
    folder: 'oracles',
    exported: /^export const (judges|examples)\b/gm,
    text: (files) => `import type { Examples } from './example.ts';

/** Judges by file, relative to this folder and without extension, and by name. */
export const JUDGES_IN = {${rowsOf(files, 'judges')}};

/** Examples of what judges decide, by file. */
export const EXAMPLES_IN: Readonly<Record<string, Examples>> = {${rowsOf(files, 'examples')}};`,
  },
  {
    path: 'suites/check-files.ts',
    folder: 'suites',
    exported: /^export const (\w+): Checks = \{$/gm,
    text: (files) => `import type { Checks } from './engine/checks.ts';

/** Checks of all files. */
export const ALL_CHECKS: readonly Checks[] = [${files.flatMap(({ exports }) => exports.map(([, local]) => local)).join(', ')}];`,
  },
  {
    path: 'reference/fault-files.ts',
    folder: 'reference/faults',
    exported: /^export const (faults|notFaulted): readonly (?:Fault|NotFaulted)\[\] =/gm,
    text: (files) => `import type { Fault, NotFaulted } from './faults/injection/fault.ts';

/** Faults by file, relative to \`faults/\` and without extension. */
export const FAULTS_IN: Readonly<Record<string, readonly Fault[]>> = {${rowsOf(files, 'faults')}};

/** Reasons why cells have no fault, by file. */
export const NOT_FAULTED_IN: Readonly<Record<string, readonly NotFaulted[]>> = {${rowsOf(files, 'notFaulted')}};`,
  },
];

const rowsOf = (files: readonly ListedFile[], wanted: string): string =>
  files
    .flatMap(({ place, exports }) =>
      exports.filter(([name]) => name === wanted).map(([, local]) => `'${place}': ${local},`),
    )
    .join('\n');

const importOf = (path: string, exports: ListedFile['exports']): string => {
  const names = exports.map(([name, local]) => (name === local ? name : `${name} as ${local}`));
  return `import { ${names.join(', ')} } from './${path}';`;
};

/** The texts of the tables by path, for the sources below `root`. */
export const tableTexts = async (root: string = PROJECT): Promise<ReadonlyMap<string, string>> => {
  const texts = TABLES.map(async ({ path, folder, exported, text }) => {
    const base = join(path, '..');
    const found = programFiles(folder, root).flatMap((file) => {
      const names = [...readFileSync(join(root, file), 'utf8').matchAll(exported)].flatMap(
        ([, name = '']) => name,
      );
      const place = file.slice(folder.length + 1).replace(/\.ts$/, '');
      const isGeneric = /^(judges|examples|faults|notFaulted)$/;
      const exports = names.map(
        (name) => [name, isGeneric.test(name) ? camel(`${place}-${name}`) : name] as const,
      );
      return names.length === 0 ? [] : [{ file: file.slice(base.length + 1), place, exports }];
    });
    const imports = found.map(({ file, exports }) => importOf(file, exports)).join('\n');
    const source = `// Written by npm run tables.\n${imports}\n${text(found)}`;
    const options = { parser: 'typescript', printWidth: 100, singleQuote: true } as const;
    return [path, await format(source, options)] as const;
  });
  return new Map(await Promise.all(texts));
};

/** Writes the tables of the sources below `root`; returns their paths. */
export const writeTables = async (root: string = PROJECT): Promise<readonly string[]> => {
  const texts = await tableTexts(root);
  for (const [path, text] of texts) writeFileSync(join(root, path), text);
  return [...texts.keys()];
};

// npm run tables: lists the judges, checks and faults of all files.
if (import.meta.main) await writeTables();
