import { expect, test } from 'vitest';
import { inLineOrder } from './line.ts';

test('what is said of lines comes in the order of the specification', () => {
  const told = [{ line: 'gap' }, { line: 'jobloss' }, { line: 'landlord' }] as const;

  expect(inLineOrder(told).map(({ line }) => line)).toEqual(['jobloss', 'landlord', 'gap']);
});
