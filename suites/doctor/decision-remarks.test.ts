import { expect, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { decisionRemarks } from './decision-remarks.ts';

const documentRemark = async (...seen: readonly (boolean | undefined)[]) => {
  const lines = ['jobloss', 'travel', 'landlord', 'gap'] as const;
  const sightings = seen.map((each, at) => ({
    line: lines[at] ?? 'gap',
    ...(each === undefined ? {} : { downloadReady: each }),
  }));
  const target = await testTarget({ decisions: { downloadReady: true } });
  return decisionRemarks(target, sightings, []).find(({ about }) => about === 'contract document');
};

test('what all lines show alike is a decision of the target', async () => {
  expect(await documentRemark(false, undefined, false)).toMatchObject({
    mark: 'found',
    edits: [{ path: ['decisions', 'downloadReady'], value: false }],
  });
  expect(await documentRemark(true, true)).toMatchObject({ mark: 'fine' });
  expect(await documentRemark(undefined)).toBeUndefined();
});

test('a line that differs from the others is told, and no decision excuses it', async () => {
  const told = await documentRemark(true, true, true, false);

  expect(told).toMatchObject({ mark: 'unclear' });
  expect(told?.found).toContain('cannot be downloaded at once (Motor gap)');
  expect(told?.edits).toBeUndefined();
});
