import { expect, test } from 'vitest';
import { secondsIn } from './target-limits.ts';

test.each([
  ['30s', 30],
  ['2m', 120],
  ['1h30m', 5400],
  ['1.5m', 90],
  ['500ms', 0.5],
  ['1m30s', 90],
])('%s are %d seconds', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds);
});

test.each(['', '30', '30 s', 's', '-5s', '1d', '5s!', '1m 30s'])('%j is not a duration', (text) => {
  expect(secondsIn(text)).toBeUndefined();
});
