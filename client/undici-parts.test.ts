import { Agent as Exported } from 'undici';
import { expect, test } from 'vitest';
import { Agent, wholeUndici } from './undici-parts.ts';

test('what is taken from a file of undici is what undici exports', () => {
  expect(Agent).toBe(Exported);
  expect(wholeUndici().Agent).toBe(Exported);
});
