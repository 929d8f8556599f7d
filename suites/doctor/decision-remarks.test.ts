import { expect, test, onTestFinished } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { decisionRemarks, lastModifiedRemark } from './decision-remarks.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { sampleFacts } from '../../oracles/testing/sample-facts.ts';
import { startReference } from '../../reference/start.ts';
import type { OperationId } from '../../spec/operations.ts';
import { diagnose } from './diagnose.ts';

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

test('reports a line that differs from the others, and no decision excuses it', async () => {
  const found = await documentRemark(true, true, true, false);

  expect(found).toMatchObject({ mark: 'unclear' });
  expect(found?.found).toContain('cannot be downloaded at once (Motor gap)');
  expect(found?.edits).toBeUndefined();
});

const LISTING: readonly OperationId[] = [
  'travel.draft-update',
  'travel.car-post',
  'travel.car-delete',
  'travel.metadata-delete',
];
const markOf = (on: readonly OperationId[], having: readonly OperationId[] = []) =>
  lastModifiedRemark(
    [
      ...on.map((each) => sampleExchange(each, 200)),
      ...having.map((each) => sampleExchange(each, 200, { headers: { 'last-modified': 'now' } })),
    ],
    ['travel'],
    sampleFacts,
  ).mark;
const updates = (count: number) => Array.from({ length: count }, () => LISTING[0] as OperationId);

test('reports a header that is missing everywhere once eight answers of an operation lack it (C2)', () => {
  expect(markOf(LISTING)).toBe('fine');
  expect(markOf([...LISTING, ...updates(6)])).toBe('fine');
  expect(markOf([...LISTING, ...updates(7)])).toBe('wrong');
});

test('one answer with Last-Modified proves that it is sent', () => {
  expect(markOf([...LISTING, ...updates(20)], ['travel.car-post'])).toBe('fine');
});

/** Remarks on a service that omits the header whenever its clock shows an even millisecond. */
const diagnosed = async (now: () => Date) => {
  const running = await startReference({ dialect: 'sporadic', now });
  onTestFinished(() => running.close());
  const target = await loadTarget({ document: running.target, environment: running.environment });
  const today = new Date().toISOString().slice(0, 10);
  const complaint = { target, document: {}, lines: ['jobloss'] as const, seed: 1, today };
  const { remarks } = await diagnose(complaint, new AbortController().signal);
  return remarks.find(({ about }) => about === 'Last-Modified');
};
const even = () => Math.floor(Date.now() / 2) * 2;

test('doctor repeats a call until the header comes, at most eight times', async () => {
  let requests = 0;
  const never = await diagnosed(() => {
    requests += 1;
    return new Date(even());
  });
  let left = requests - 2;
  const seldom = await diagnosed(() => {
    left -= 1;
    return new Date(even() + (left < 0 ? 1 : 0));
  });

  expect(never).toMatchObject({
    mark: 'wrong',
    found: expect.stringMatching(/ 8 answers of the 1 operation /),
  });
  expect(seldom).toMatchObject({
    mark: 'fine',
    found: 'sent in 1 of 7 answers of operations that list it',
  });
});
