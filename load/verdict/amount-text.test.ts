import { expect, test } from 'vitest';
import { beyondText } from './amount-text.ts';

test.each([
  [24.3, 24, '24.3'],
  [200.4, 200, '200.4'],
  [0.1004, 0.1, '0.1004'],
  [0.0004, 0, '0.00040'],
  [26.1, 20.04, '26'],
  [19.6, 20, '20'],
])('%d, at most %d allowed, is shown as %s', (value, most, text) => {
  expect(beyondText(value, most)).toBe(text);
});
