import { expect, test } from 'vitest';
import { scanSource } from './source-imports.ts';

const referencesOf = (text: string) => scanSource('a.ts', text).references;

test.each([
  [`import { a } from './a.ts';`, 'import', './a.ts'],
  [`import './a.ts';`, 'import', './a.ts'],
  // At run time it remains as an import of nothing.
  [`import { type A } from './a.ts';`, 'import', './a.ts'],
  [`import type { A } from './a.ts';`, 'type', './a.ts'],
  [`export { a } from './a.ts';`, 'import', './a.ts'],
  [`export type { A } from './a.ts';`, 'type', './a.ts'],
  [`export * from './a.ts';`, 'import', './a.ts'],
  [`type A = import('./a.ts').A;`, 'type', './a.ts'],
  [`const a = await import('./a.ts');`, 'dynamic', './a.ts'],
  ['const a = await import(`./a.ts`);', 'dynamic', './a.ts'],
  [`const a = await import(path);`, 'dynamic', null],
  [`const a = new URL('../a.ts', import.meta.url);`, 'url', '../a.ts'],
  [`const a = import.meta.resolve('./a.ts');`, 'url', './a.ts'],
])('finds %s', (text, kind, specifier) => {
  expect(referencesOf(text)).toEqual([{ kind, specifier }]);
});

test('comments, texts and other addresses are no references', () => {
  const text = `// import './a.ts'
    export const a = "import './b.ts'";
    export const b = new URL('/drafts', a);`;

  expect(referencesOf(text)).toEqual([]);
});

test.each([
  'const a = process.env.A;',
  `const a = process['env']['A'];`,
  'const a = globalThis.process.env;',
  'const { env } = process;',
  'const { env: all } = process;',
  'const { pid, ...rest } = process;',
  `import { env } from 'node:process';`,
  `import { env as all } from 'process';`,
  'const a = import.meta.env.A;',
])('%s reads the environment', (text) => {
  expect(scanSource('a.ts', text).readsEnvironment).toBe(true);
});

test.each([
  'const a = process.argv;',
  'const { pid } = process;',
  `const a = 'process.env';`,
  'const a = { env: 1 }.env;',
])('%s does not read the environment', (text) => {
  expect(scanSource('a.ts', text).readsEnvironment).toBe(false);
});

test('names a file that cannot be parsed', () => {
  expect(() => scanSource('a.ts', 'const = ;')).toThrow(/^a\.ts cannot be parsed: /);
});
