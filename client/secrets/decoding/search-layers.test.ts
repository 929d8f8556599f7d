import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createSecretMatcher } from '../secret-matcher.ts';
import { textualBytes } from './views.ts';
import { type SecretSearch, searchBytes, searchText } from './search-layers.ts';

const VALUE = 'p4ss"word-4711';
const index = createSecretMatcher();
index.add(VALUE, { text: '$KEY', live: true });
const known: SecretSearch = {
  shortest: VALUE.length,
  textual: textualBytes(true),
  hasQuotes: true,
  find: (layer) => index.find(layer),
};
const search = (text: string) => searchText(text, known, index.find);
const MEGABYTE = 1_000_000;

const nested = (bytes: Buffer, times: number): string =>
  times === 0 ? bytes.toString() : nested(Buffer.from(bytes.toString('base64')), times - 1);

test('searches a text without encoded parts once', () => {
  const text = JSON.stringify({ id: '1f0d3e2a-4711-4b9e-9d0a-0815cafe4711', name: 'Ann Müller' });

  expect(search(text.repeat(1000))).toMatchObject({ found: [], steps: text.length * 1000 });
});

test.each([
  ['percent signs of percent signs', '%25252525'.repeat(MEGABYTE / 2)],
  ['base64 of base64', nested(Buffer.alloc(MEGABYTE, 'ab"c&'), 4)],
  ['backslashes', '\\'.repeat(5 * MEGABYTE)],
  ['every escape at once', '%26\\u0026&amp;\\"&#38;""'.repeat(MEGABYTE / 50)],
  ['control characters', '\u0001'.repeat(3 * MEGABYTE)],
  ['beginnings of gzip', '\u001f\u008b\u0008'.repeat(MEGABYTE / 10)],
])('searches %s in a bounded number of steps', (_name, text) => {
  const { steps } = search(text);

  // Bytes: a non-ASCII character has two.
  expect(steps).toBeLessThan(2 * (2_000_000 + 32 * Buffer.byteLength(text)));
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(60 * MEGABYTE))],
  ['gzip of gzip', gzipSync(gzipSync(Buffer.alloc(60 * MEGABYTE)))],
  ['Brotli', brotliCompressSync(Buffer.alloc(60 * MEGABYTE))],
])(
  'does not decompress a bomb of %s beyond the limit, and reports it as too large',
  (_name, bomb) => {
    const { steps, isCutOff } = searchBytes(bomb, known);

    expect(isCutOff).toBe(true);
    expect(steps).toBeLessThan(2 * (2_000_000 + 32 * bomb.length));
  },
);

test('finds megabytes of matches in time, each at its position', () => {
  const one = 'x p4ss&quot;word-4711 %26 y';
  const count = 20_000;
  const { found, isCutOff } = search(one.repeat(count));

  expect(isCutOff).toBe(false);
  expect(found).toHaveLength(count);
  expect(found.at(-1)).toMatchObject({
    from: one.length * (count - 1) + 2,
    to: one.length * count - 6,
  });
});

test('decompresses an undeclared Brotli body', () => {
  const body = brotliCompressSync(Buffer.from(`{"echo":"${VALUE}"}`.repeat(3)));

  expect(searchBytes(body, known).found).toHaveLength(1);
});
