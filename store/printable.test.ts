import { expect, test } from 'vitest';
import { COLUMNS, inlineText, printable, shorten, justified, wrap } from './printable.ts';

test('escapes terminal codes', () => {
  expect(printable('a\u001b[2Jb\r\nc\td\u202ee\u0000')).toBe(
    'a\\u001b[2Jb\\r\\nc\\td\\u202ee\\u0000',
  );
});

test.each([
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
  ['a line separator', '\u2028'],
  ['a soft hyphen', '\u00ad'],
  ['a thin space', '\u2009'],
  ['an ideographic space', '\u3000'],
  ['a filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a control of the second kind', '\u0085'],
  ['a letter of a tag', '\udb40\udc41'],
  ['half of a pair', '\ud83d'],
])('shows %s', (_, character) => {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));

  expect(printable(`a${character}b`)).toBe(`a${units.map((unit) => `\\u${unit}`).join('')}b`);
});

test('leaves ordinary text unchanged', () => {
  expect(printable('Zoë “sold” 10 € 𝄞')).toBe('Zoë “sold” 10 € 𝄞');
});

test('truncates a long text in the middle', () => {
  expect(shorten('0123456789', 7)).toBe('012…789');
  expect(shorten('0123456789', 8)).toBe('0123…789');
  expect(shorten('0123456789', 10)).toBe('0123456789');
});

test('splits no character', () => {
  expect(shorten('𝄞𝄞𝄞𝄞𝄞', 3)).toBe('𝄞…𝄞');
});

test('escapes count towards the width', () => {
  expect(inlineText('\u0000'.repeat(20), 10)).toBe('\\u000…0000');
});

test('wraps a text between words, and shortens only its last line', () => {
  expect(wrap('one two three four five six seven', 10, 2)).toEqual(['one two', 'three…even']);
  expect(wrap('one two', 10, 2)).toEqual(['one two']);
  expect(wrap('x'.repeat(15), 10, 2)).toEqual(['x'.repeat(10), 'x'.repeat(5)]);
});

test('puts two texts on one line if they fit', () => {
  expect(justified('left', 'right')).toMatch(/^left {91}right$/);
  expect(justified('l'.repeat(COLUMNS - 6), 'right')).toBe(undefined);
});
