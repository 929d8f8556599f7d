import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtMatches } from './redactor.ts';
import { createSecretMatcher } from './secret-matcher.ts';

const cut = (index: ReturnType<typeof createSecretMatcher>, text: string) =>
  splitAtMatches(text, index.find(text));

/** The text with every known value in brackets, by a naive search: of two that begin at one position the longer one. */
const marked = (text: string, values: readonly string[]): string => {
  const longestFirst = values
    .filter(({ length }) => length >= 4)
    .toSorted((a, b) => b.length - a.length);
  let out = '';
  for (let at = 0; at < text.length;) {
    const found = longestFirst.find((value) => text.startsWith(value, at));
    out += found === undefined ? text.charAt(at) : `[${found}]`;
    at += found?.length ?? 1;
  }
  return out;
};

// Few letters, so that values share prefixes, overlap and are adjacent; one beyond Latin-1, one beyond the BMP.
const letters = fc.constantFrom('a', 'b', 'ü', '\u4e2d', '\u{1f600}');
const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: letters, minLength, maxLength });
// The window of the matcher depends on the shortest value.
const values = (minLength: number) => fc.array(text(minLength + 8, minLength), { maxLength: 6 });

test('finds the same matches as a naive search', () => {
  fc.assert(
    fc.property(
      fc.nat(14).chain(values),
      fc.array(text(20), { maxLength: 4 }),
      (known, between) => {
        const index = createSecretMatcher();
        for (const value of known) index.add(value, { text: `[${value}]`, live: false });
        const from = between.flatMap((each, at) => [each, known[at] ?? '']).join('');
        const pieces = cut(index, from);

        const shown = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text));
        expect(shown.join('')).toBe(marked(from, known));
      },
    ),
    { numRuns: 2000 },
  );
});

test('a text without a known value is one piece', () => {
  const index = createSecretMatcher();
  index.add('secret', { text: '$SECRET', live: true });

  expect(cut(index, 'nothing to see')).toEqual(['nothing to see']);
  expect(cut(index, '')).toEqual([]);
});

test('finds each of thousands of values', () => {
  const index = createSecretMatcher();
  const known = Array.from({ length: 5000 }, (_, at) => `token-${(at * 7919).toString(36)}-end`);
  for (const value of known) index.add(value, { text: '‹redacted›', live: false });

  expect(known.filter((value) => cut(index, `${value}.`).length !== 2)).toEqual([]);
  expect(cut(index, known.join(' ')).filter((piece) => piece !== ' ')).toHaveLength(5000);
});

test('finds a value shorter than all earlier ones, and those as well', () => {
  const index = createSecretMatcher();
  const known = ['a-token-of-many-letters', 'fourteen-chars', 'sevench', 'four'];
  for (const value of known) index.add(value, { text: '‹redacted›', live: false });

  expect(cut(index, `x${known.join(', ')}`).filter((piece) => piece !== ', ')).toHaveLength(5);
});
