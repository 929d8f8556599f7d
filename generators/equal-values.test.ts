import { expect, test } from 'vitest';
import { completeDraft } from './draft.ts';
import { valueAt } from './pointer.ts';
import { samples } from './sample.ts';
import { RICH } from './testing/test-body.ts';

test.each([
  ['jobloss', '/policyholder/address', '/policyholder/billingAddress'],
  ['travel', '/policyholder/address', '/policyholder/billingAddress'],
  ['gap', '/policyholder/person', '/risk/drivers/0/person'],
] as const)('some %s drafts have one value at %s and %s, most have two', (line, from, to) => {
  const drafts = samples(completeDraft(line, RICH), 1, 200);
  const both = drafts
    .map((draft) => [from, to].map((pointer) => valueAt(draft, pointer)))
    .filter((values) => !values.includes(undefined));
  const equal = both.filter(([one, other]) => JSON.stringify(one) === JSON.stringify(other));

  expect(equal.length).toBeGreaterThan(both.length * 0.1);
  expect(equal.length).toBeLessThan(both.length * 0.5);
});
