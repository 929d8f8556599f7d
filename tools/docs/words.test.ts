import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';

const PAGE = 'docs/words.md';

const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Cells of a table row; none for any other line. */
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

/** Retired words of the page in code font, which no name may contain. */
const retiredInNames = retired.flatMap((word) => /^`(.*)`$/.exec(word)?.[1] ?? []);

/** Permanent keys, codes and ids of file formats with such a word; and `let` before a name with `in`. */
const PERMANENT =
  /\b(?:twin|said|hole)(?=\??: )|(?<=\.)(?:twin|said)\b|[{,[] ?said(?= ?[}\],])|['"`/|][\w -]*\b(?:twins?|said|hole|let-in|handed-out)\b|\blet (?=in)/g;

/** Splits a text and its names into lower-case words: `isTwinTaken` is `is twin taken`. */
const wordsOf = (text: string): string =>
  ` ${text.replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ').replaceAll(/[^A-Za-z]+/g, ' ')} `.toLowerCase();

const FOLDERS =
  'bin cli client doctor exam generators load oracles reference reports runner spec store suites tools'.split(
    ' ',
  );

/** Programs and tests of a folder. */
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/(^|\/)(node_modules|out)\//.test(file))
    .map((file) => `${folder}/${file}`);

const pages = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && !file.startsWith('out'))
  .map((file) => `docs/${file}`)
  .filter((path) => path !== PAGE);

const FRONT = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'SECURITY.md'];

const files = [...pages, ...FRONT, ...FOLDERS.flatMap(sourcesIn)].filter(
  (path) => path !== 'tools/docs/words.test.ts',
);

/** American spellings, except words with only one spelling in the language or a standard. */
const AMERICAN =
  / (?!authoriz|unauthoriz|memoiz|resiz)(?:(?:behavi|fav|hon|neighb)or\w*|color(?:ed|ing|s)|(?:cancel|label|model)(?:ed|ing)|\w{3,}[iy]z(?:e|es|ed|ing|ation))(?= )/g;

/** Names and messages of JavaScript, Schemathesis, vitest, k6, Zod and mmdebstrap. */
const FOREIGN =
  /\.normalize\(|\bInitialize:|\bSerializedError|--customize-hook|context canceled|[Uu]nrecognized(?:_keys)?\b/g;

const americanIn = (text: string): readonly string[] =>
  wordsOf(text.replaceAll(FOREIGN, '')).match(AMERICAN) ?? [];

test('every word has its British spelling', () => {
  const found = [...files, 'CHANGELOG.md'].flatMap((path) =>
    americanIn(textOf(path)).map((word) => `${path}:${word}`),
  );

  expect(found).toEqual([]);
  expect(americanIn('it canceled a colored behavior, analyzed and normalized')).toHaveLength(5);
});

test('the page explains each term once', () => {
  const terms = rows.map(([term]) => term);

  expect(new Set(terms).size).toBe(terms.length);
  expect(terms.length).toBeGreaterThan(35);
  expect(rows.filter(([, meaning = '']) => !/^[A-Z].*\.$/.test(meaning))).toEqual([]);
});

test('no file contains a retired term', () => {
  const phrases = retired.filter((word) => !word.startsWith('`'));
  expect(phrases.length).toBeGreaterThan(5);
  const found = files.flatMap((path) => {
    const text = textOf(path).toLowerCase();
    return phrases.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
  });

  expect(found).toEqual([]);
});

test('no name, comment or text contains a word that is retired from names', () => {
  expect(retiredInNames.length).toBeGreaterThan(10);
  const found = files.flatMap((path) => {
    const words = wordsOf(`${path} ${textOf(path).replaceAll(PERMANENT, '')}`);
    return retiredInNames
      .filter((word) => words.includes(` ${word} `))
      .map((word) => `${path}: ${word}`);
  });

  expect(found).toEqual([]);
  expect(wordsOf('isTwinTaken letIn TWIN_DRAWS #told')).toBe(
    ' is twin taken let in twin draws told ',
  );
});
