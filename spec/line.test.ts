import { expect, test } from 'vitest';
import { inLineOrder } from './line.ts';

test('facts about lines are in the order of the specification', () => {
  const facts = [{ line: 'gap' }, { line: 'jobloss' }, { line: 'landlord' }] as const;

  expect(inLineOrder(facts).map(({ line }) => line)).toEqual(['jobloss', 'landlord', 'gap']);
});
