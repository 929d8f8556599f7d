import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, programFiles } from '../../client/project.ts';
import { k6Scripts } from './k6-scripts.ts';
import { type ESTree, parseSync, Visitor } from 'vite';

/** Tests if k6 can load a specifier: one of its own modules, or a relative path with its extension. */
const isLoadable = (specifier: string): boolean =>
  /^k6(\/|$)/.test(specifier) || /^\.{1,2}\/.*\.ts$/.test(specifier);

/** A `-[` inside a character class, which k6's second regular expression engine takes for a subtraction: k6 panics. */
const SUBTRACTION = /\[(?:\\.|[^\]\\])*?-\[/;

/**
 * Finds syntax that k6 2 cannot run, though TypeScript and Node can, with its lines: on most of it k6 hangs silently
 * while it strips the types. Throws if the file cannot be parsed at all.
 */
export const scriptProblems = (path: string, text: string) => {
  const { program, errors } = parseSync(path, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const problems: { readonly line: number; readonly what: string }[] = [];
  const add = (node: { readonly start: number }, what: string): void => {
    problems.push({ line: text.slice(0, node.start).split('\n').length, what });
  };
  const imported = (
    node: ESTree.ImportDeclaration | ESTree.ExportNamedDeclaration | ESTree.ExportAllDeclaration,
  ): void => {
    const kind = node.type === 'ImportDeclaration' ? node.importKind : node.exportKind;
    if (kind === 'type' || !node.source) return;
    if (!isLoadable(node.source.value)) add(node, `import of ${node.source.value}`);
    if (node.attributes.length > 0) add(node, 'import attributes');
  };
  const called = (node: ESTree.Function): void => {
    if (node.async && node.generator) add(node, 'an async generator');
  };
  new Visitor({
    ImportDeclaration: imported,
    ExportNamedDeclaration: imported,
    ExportAllDeclaration: imported,
    ImportExpression: (node) => add(node, 'import()'),
    ForOfStatement: (node) => {
      if (node.await) add(node, 'for await');
    },
    FunctionDeclaration: called,
    FunctionExpression: called,
    Literal: (node) => {
      if ('regex' in node && SUBTRACTION.test(node.regex.pattern))
        add(node, 'a character class with -[');
    },
    Decorator: (node) => add(node, 'a decorator'),
    AccessorProperty: (node) => add(node, 'accessor'),
    VariableDeclaration: (node) => {
      if (node.kind === 'using' || node.kind === 'await using') add(node, node.kind);
    },
  }).visit(program);
  return problems;
};

/** Every file that k6 may read, relative to the project: the scripts, their imports, and the pure folders. */
export const k6Files = (): readonly string[] => [
  ...new Set([
    ...['spec', 'oracles'].flatMap((folder) => programFiles(folder)),
    ...k6Scripts(PROJECT),
  ]),
];

// Part of npm run check: the files that k6 reads contain no syntax on which it hangs. Exits with 1 if some do.
if (import.meta.main) {
  const lines = k6Files().flatMap((file) =>
    scriptProblems(file, readFileSync(join(PROJECT, file), 'utf8')).map(
      ({ line, what }) =>
        `${file}:${line}: ${what}, which makes k6 hang or fail; write it differently`,
    ),
  );
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.exitCode = lines.length > 0 ? 1 : 0;
}
