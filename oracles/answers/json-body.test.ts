import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shorten } from './json-body.ts';

test('a text is shown on one line, truncated in the middle', () => {
  expect(shorten(' a\n  b\u00A0c ')).toBe('a b\\u00a0c');
  expect(shorten('0123456789', 9)).toBe('0123…6789');
  expect(shorten('0123456789', 10)).toBe('0123456789');
});

test('a long text is shown like a short one, though only its ends are read', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    'é',
    '…',
    ' ',
    '   ',
    '\n',
    '\t\t',
    '\u00A0',
    ' '.repeat(500),
  );
  const text = fc.array(unit, { maxLength: 1500, size: 'max' }).map((parts) => parts.join(''));

  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 100 }), (long, length) => {
      const line = long.replace(/[ \n\t]+/g, ' ').trim();
      const half = Math.floor((length - 1) / 2);
      const shown =
        line.length <= length ? line : `${line.slice(0, half)}…${line.slice(line.length - half)}`;
      expect(shorten(long, length)).toBe(shown.replaceAll('\u00A0', '\\u00a0'));
    }),
    { numRuns: 300 },
  );
});
