import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { k6Files, scriptProblems } from './check-scripts.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const files = k6Files();

test('finds the scripts and their imports', () => {
  expect(files).toContain('load/scripts/price-request.ts');
  expect(files).toContain('oracles/answers/judge-exchange.ts');
});

test.each(files)('%s contains nothing on which k6 hangs', (file) => {
  expect(scriptProblems(file, readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
});

test.each([
  ['for await', 'export const f = async (xs: number[]) => { for await (const x of xs) x; };'],
  ['an async generator', 'export async function* f(): AsyncGenerator<number> { yield 1; }'],
  ['using', 'export const f = (x: Disposable) => { using y = x; y; };'],
  ['a decorator', 'const d = (x: unknown) => x; @d export class A { b = 1; }'],
  ['accessor', 'export class A { accessor b = 1; }'],
  ['import attributes', "import d from './d.ts' with { type: 'json' }; d;"],
  ['import of ./d.json', "import d from './d.json'; d;"],
  ['import of zod', "import { z } from 'zod'; z;"],
  ['import of ./types', "import { z } from './types'; z;"],
  ['a character class with -[', 'export const f = /[ !#-[\\]]/y;'],
  ['import()', "export const f = () => import('./x.ts');"],
])('reports %s', (what, text) => {
  expect(scriptProblems('x.ts', `const n: number = 1; n;\n${text}`)).toContainEqual({
    line: 2,
    what,
  });
});

test('a hyphen before a character class is no subtraction', () => {
  expect(scriptProblems('x.ts', 'export const f = /[a-z]-[a-z]/;')).toEqual([]);
});

test('type imports are erased, and may come from anywhere', () => {
  expect(scriptProblems('x.ts', "import type { Z } from 'zod'; export type A = Z;")).toEqual([]);
});
