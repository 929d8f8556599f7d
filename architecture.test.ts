import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  architectureViolations,
  MAY_IMPORT,
  type SourceFile,
} from './tools/testing/architecture-rules.ts';

const ROOT = import.meta.dirname;
const OUTSIDE = new Set(['node_modules', 'dist', 'reports/out']);

const sourcesIn = (folder: string): readonly SourceFile[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || OUTSIDE.has(path)) return [];
    if (entry.isDirectory()) return sourcesIn(path);
    return path.endsWith('.ts') ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : [];
  });

const sources = sourcesIn('');

test('every folder imports only from allowed folders, and no file has a meaningless name', () => {
  expect(architectureViolations(sources)).toEqual([]);
});

test.each(Object.keys(MAY_IMPORT))('the rules cover the files of %s', (folder) => {
  const present = existsSync(join(ROOT, folder)) && readdirSync(join(ROOT, folder)).length > 0;
  const seen = sources.filter(({ path }) => path.startsWith(`${folder}/`)).length;

  expect(seen > 0).toBe(present);
});

test('every file that CONTRIBUTING.md and AGENTS.md name exists', () => {
  const text = ['CONTRIBUTING.md', 'AGENTS.md']
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join('\n');
  const named = [...text.matchAll(/`([.a-z][\w-]*\/[\w./-]+\.(?:ts|mjs|yaml|json))`/g)].map(
    ([, path = '']) => path,
  );

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
