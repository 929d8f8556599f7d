import { expect, test } from 'vitest';
import type { BodyText } from '../../spec/exchange.ts';
import { answerLimitError, READ_LIMITS } from './answer-limits.ts';

const text = (content: string): BodyText => ({ encoding: 'utf8', text: content });
const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const members = (count: number): string => JSON.stringify(Array.from({ length: count }, () => 1));

test.each([
  ['nothing', ''],
  ['as many levels as are read', nested(READ_LIMITS.levels)],
  ['brackets inside a text', JSON.stringify({ a: '['.repeat(20_000), b: String.raw`\"[` })],
  ['brackets that are no JSON', `<p>${'['.repeat(20_000)}`],
  ['as many values as are read', members(READ_LIMITS.values)],
  ['a text of 8 MiB', JSON.stringify('x'.repeat(READ_LIMITS.text - 2))],
  ['200 tokens', JSON.stringify(Array.from({ length: 200 }, () => ({ token: 'abcdefgh' })))],
])('%s is read', (_name, content) => {
  expect(answerLimitError(200, text(content))).toBeUndefined();
});

test.each([
  ['a level more', nested(READ_LIMITS.levels + 1), 'ANSWER_TOO_DEEP', '1,000 levels'],
  ['100,000 levels', nested(100_000), 'ANSWER_TOO_DEEP', '1,000 levels'],
  ['levels that never end', '{"a":'.repeat(100_000), 'ANSWER_TOO_DEEP', '1,000 levels'],
  ['many values', members(READ_LIMITS.values + 2), 'ANSWER_OF_TOO_MANY_VALUES', '50,000 values'],
  ['8 MiB and a byte', 'x'.repeat(READ_LIMITS.text + 1), 'ANSWER_TOO_LARGE', '8,388,608 bytes'],
  [
    'letters of three bytes',
    '€'.repeat(READ_LIMITS.text / 2),
    'ANSWER_TOO_LARGE',
    '8,388,608 bytes',
  ],
  [
    'many tokens',
    '{"token":"abc"},'.repeat(1001),
    'ANSWER_OF_TOO_MANY_VALUES',
    'look like secrets',
  ],
])('%s is not read, and the reason is reported', (_name, content, code, reason) => {
  const unread = answerLimitError(200, text(content));

  expect(unread?.code).toBe(code);
  expect(unread?.message).toContain(reason);
  expect(unread?.message).toMatch(/^status 200 with [\d,]+ bytes \(sha256 [0-9a-f]{64}\): /);
});

test('binary data may be larger', () => {
  const bytes = Buffer.alloc(READ_LIMITS.text + 3, 0xff);

  expect(
    answerLimitError(200, { encoding: 'base64', text: bytes.toString('base64') }),
  ).toBeUndefined();
});
