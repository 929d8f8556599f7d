import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFiles, PROJECT } from '../../client/project.ts';

const PAGE = 'docs/words.md';

const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Cells of a row of the table; none for what is no row of it. */
const cellsOf = (line: string): readonly string[] =>
  line.startsWith('| ')
    ? line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim())
    : [];

const rows = textOf(PAGE)
  .split('\n')
  .map(cellsOf)
  .filter(([term = '']) => term !== '' && term !== 'term' && !term.startsWith('---'));

const retired = rows.flatMap(([, , not = '']) => not.split('; ').filter((word) => word !== ''));

const FOLDERS =
  'cli client doctor exam generators load oracles reference reports runner spec store suites tools'.split(
    ' ',
  );

const pages = readdirSync(join(PROJECT, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)
  .filter((path) => path !== PAGE);

const files = [...pages, 'README.md', 'CONTRIBUTING.md', ...FOLDERS.flatMap(programFiles)];

test('the page explains each term once', () => {
  const terms = rows.map(([term]) => term);

  expect(new Set(terms).size).toBe(terms.length);
  expect(terms.length).toBeGreaterThan(35);
  expect(rows.filter(([, meaning = '']) => !/^[A-Z].*\.$/.test(meaning))).toEqual([]);
});

test('no file brings a retired term back', () => {
  expect(retired.length).toBeGreaterThan(5);
  const found = files.flatMap((path) => {
    const text = textOf(path).toLowerCase();
    return retired.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
  });

  expect(found).toEqual([]);
});
