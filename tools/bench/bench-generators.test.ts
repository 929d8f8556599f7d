import { expect, test } from 'vitest';
import { LINES } from '../../spec/line.ts';
import { countAcceptedDrafts } from './bench-generators.ts';

test('the service accepts all of our drafts, and some of those that keep no rule', async () => {
  const taken = await countAcceptedDrafts(LINES, 10);

  expect(taken.map(({ line }) => line)).toEqual(LINES);
  for (const { ours, theirs } of taken) {
    expect(ours).toEqual([10, 10]);
    expect(theirs[0]).toBeGreaterThan(0);
    expect(theirs[1]).toBeLessThan(10);
  }
});
