import { expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { countOperations, reachedOperations, probeSetOf } from './operation-counts.ts';
import { cellVerdict, exchange } from '../reports/testing/sample-record.ts';

const get = (more: Partial<Exchange>, status: number): Exchange => ({
  ...exchange({ operation: 'gap.draft-get', test: 'journey/gap/1', ...more }),
  response: { status, headers: {}, body: { encoding: 'utf8', text: '{}' } },
});

test('counts legal requests and their successes by operation', () => {
  const counts = countOperations([get({}, 200), get({ test: 'journey/gap/2' }, 500)], []);

  expect(counts).toEqual({ 'gap.draft-get': { requests: 2, successes: 1, failed: 0 } });
});

test('a retry is the same request', () => {
  const counts = countOperations(
    [get({}, 503), get({ attempt: 2 }, 200), get({ attempt: 3 }, 200)],
    [],
  );

  expect(counts).toEqual({ 'gap.draft-get': { requests: 1, successes: 1, failed: 0 } });
});

test('ignores probes that are not legal, and followed links', () => {
  const { operation: _, ...link } = get({}, 200);

  expect(
    countOperations([get({ intent: 'faulty' }, 200), get({ intent: 'open' }, 200), link], []),
  ).toEqual({});
});

test('only the stated status is a success if the specification states one', () => {
  const create = (status: number, test: string) =>
    get({ operation: 'travel.draft-create', test }, status);

  const counts = countOperations([create(200, 'a'), create(201, 'b'), create(303, 'c')], []);

  expect(counts).toEqual({ 'travel.draft-create': { requests: 3, successes: 1, failed: 0 } });
});

test('a request without an answer is no success', () => {
  const { response: _, ...lost } = get({}, 200);

  expect(countOperations([lost], [])).toEqual({
    'gap.draft-get': { requests: 1, successes: 0, failed: 0 },
  });
});

test('counts failed cells for their operation, called or not', () => {
  const verdicts = [
    cellVerdict({ operation: 'gap.contract-create', verdict: 'fail' }),
    cellVerdict({ operation: 'gap.contract-create', verdict: 'pass' }),
  ];

  expect(countOperations([], verdicts)).toEqual({
    'gap.contract-create': { requests: 0, successes: 0, failed: 1 },
  });
});

test('an operation is reached by a success of any request without a fault', () => {
  const other = { operation: 'gap.draft-update', intent: 'open' } as const;

  const reached = reachedOperations([
    get({ intent: 'faulty' }, 200),
    get({ operation: 'gap.contract-get' }, 404),
    get(other, 200),
  ]);

  expect([...reached]).toEqual(['gap.draft-update']);
});

const FIRST = { probe: 'journey/gap/1', data: '5d41402abc4b2a76' };
const SECOND = { probe: 'journey/gap/2', data: '7d793037a0760186' };

test('neither the order of probes nor their repetition changes the set', () => {
  const set = probeSetOf([FIRST, SECOND]);

  expect(set).toEqual({ count: 2, hash: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(probeSetOf([SECOND, FIRST, SECOND])).toEqual(set);
});

test.each([
  ['a probe less', [FIRST]],
  ['another name', [FIRST, { ...SECOND, probe: 'journey/gap/3' }]],
  ['other data', [FIRST, { ...SECOND, data: FIRST.data }]],
  [
    'data that changed places',
    [
      { ...FIRST, data: SECOND.data },
      { ...SECOND, data: FIRST.data },
    ],
  ],
])('%s changes the set', (_, records) => {
  expect(probeSetOf(records).hash).not.toBe(probeSetOf([FIRST, SECOND]).hash);
});
