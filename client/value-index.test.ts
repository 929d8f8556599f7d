import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValueIndex } from './value-index.ts';

/** The text with every known value in brackets, found letter by letter: of two that begin at one place the longer one. */
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

// Few letters, so that values begin alike, overlap and follow each other; one beyond Latin-1, one beyond the first plane.
const letters = fc.constantFrom('a', 'b', 'ü', '\u4e2d', '\u{1f600}');
const text = (maxLength: number) => fc.string({ unit: letters, maxLength });

test('every known value is found, as a search letter by letter finds it', () => {
  fc.assert(
    fc.property(fc.array(text(8), { maxLength: 6 }), text(60), (values, from) => {
      const index = createValueIndex();
      for (const value of values) index.add(value, { text: `[${value}]`, live: false });
      const pieces = index.cut(from);

      const shown = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text));
      expect(shown.join('')).toBe(marked(from, values));
    }),
    { numRuns: 2000 },
  );
});

test('a text without any known value is one piece', () => {
  const index = createValueIndex();
  index.add('secret', { text: '$SECRET', live: true });

  expect(index.cut('nothing to see')).toEqual(['nothing to see']);
  expect(index.cut('')).toEqual([]);
});
