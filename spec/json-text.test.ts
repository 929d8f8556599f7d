import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonText } from './json-text.ts';
import { visibleText } from './message-text.ts';

test.each([
  ['', 'expected a value, got the end at character 1'],
  ['\ufeff\ufeff{}', 'expected a value, got \\ufeff at character 1'],
  ['{\u00a0"a": 1}', 'expected a key or }, got \\u00a0 at character 2'],
  ['{"a": 1}\u2028', 'expected nothing more, got \\u2028 at character 9'],
  ['{"a" 1}', 'expected a colon, got 1 at character 6'],
  ['{"a": 1,}', 'expected a key in double quotes, got } at character 9'],
  ['{"a": [1 2]}', 'expected a comma or ], got 2 at character 10'],
  ['{"a": [1,]}', 'expected a value, got ] at character 10'],
  ['{"a": 01}', 'expected a comma or }, got 1 at character 8'],
  ['{"a": tru}', 'expected a value, got t at character 7'],
  ['{"a": "b', 'expected a string that ends, without control characters, got " at character 7'],
  ['{"a": 1', 'expected a comma or }, got the end at character 8'],
  ['<html>', 'expected a value, got < at character 1'],
])('%j is not JSON: %s', (text, problem) => {
  expect(readJsonText(text)).toEqual({ ok: false, problem });
});

test('skips a byte order mark before a document', () => {
  expect(readJsonText('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
});

test('the longest text that is read, with nothing but escapes, does not overflow the stack', () => {
  const text = `["${'\\n'.repeat(4 * 2 ** 20)}"`;

  expect(readJsonText(text)).toEqual({
    ok: false,
    problem: `expected a comma or ], got the end at character ${text.length + 1}`,
  });
});

test('every document with one character more or less is valid, or has the position of the error', () => {
  const document = fc.json({ maxDepth: 3 });
  fc.assert(
    fc.property(
      document,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '\u00a0'),
      (json, n, put) => {
        const at = n % (json.length + 1);
        const text = json.slice(0, at) + put + json.slice(at + 1);
        const read = readJsonText(text);
        const place = read.ok ? 1 : Number(/ at character (\d+)$/.exec(read.problem)?.[1]);
        expect(place).toBeGreaterThan(0);
        expect(place).toBeLessThanOrEqual(text.length + 1);
      },
    ),
    { numRuns: 300 },
  );
});

test('escapes invisible characters, and no others', () => {
  expect(visibleText('a\u00a0b\ufeff\u2028é 😀')).toBe('a\\u00a0b\\ufeff\\u2028é 😀');
});
