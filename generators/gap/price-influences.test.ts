import { expect, test } from 'vitest';
import { completeDraft } from '../draft.ts';
import { RICH } from '../testing/test-body.ts';
import { leaves, valueAt } from '../pointer.ts';
import { sample, subSeed } from '../sample.ts';
import { PRICE_INFLUENCES, withOtherInfluence } from './price-influences.ts';

test.for(PRICE_INFLUENCES)('changes only %s', (field) => {
  for (let run = 1; run <= 20; run += 1) {
    const base = sample(completeDraft('gap', RICH), subSeed(run, field));
    const changed = sample(withOtherInfluence(base, field, RICH), subSeed(run, 'other'));
    const before = new Map(leaves(base));
    const different = leaves(changed).filter(([pointer, value]) => before.get(pointer) !== value);

    expect(different).toEqual([[field, valueAt(changed, field)]]);
    expect(leaves(changed)).toHaveLength(before.size);
  }
});

test('refuses a draft without the field', () => {
  expect(() => withOtherInfluence({}, '/terms/variant', RICH)).toThrow(
    'a draft without /terms/variant has no other value for it',
  );
});
