import { expect, test } from 'vitest';
import { judgeContentAfterRace, judgeDraftAfterRace, judgeParallelErrors } from './race.ts';
import { judgeNoRace } from '../blame/obstruction.ts';
import { sampleExchange } from '../example.ts';
import type { OperationId } from '../../spec/operations.ts';

const UPDATE = 'gap.draft-update';
const read = (status: number, n: number) => sampleExchange('gap.draft-get', status, { n });
const RACE = [
  sampleExchange(UPDATE, 200, { n: 2 }),
  sampleExchange('gap.price-request', 500, { n: 3 }),
];

const judged = (before: number, after: number) =>
  judgeDraftAfterRace(UPDATE, read(before, 1), RACE, read(after, 4), '2 calls at once');

test('a draft that is gone after a race fails, beside the read before it (D13)', () => {
  expect(judged(200, 404)).toEqual({
    requirement: 'DRAFT-03',
    operation: UPDATE,
    verdict: 'fail',
    wanted: 'the draft to be readable (after updates and price requests, 2 calls at once)',
    got: 'status 404',
    exchanges: [1, 2, 3, 4],
    twin: 1,
  });
});

test.each<[number, object]>([
  [200, { verdict: 'pass', twin: 1 }],
  [302, { verdict: 'observed', reason: 'specification-silent' }],
  [401, { verdict: 'inconclusive', reason: 'other-code' }],
  [503, { verdict: 'inconclusive', reason: 'disturbance' }],
])('a draft that is read with %i after a race', (after, expected) => {
  expect(judged(200, after)).toMatchObject(expected);
});

test.each<[number, object]>([
  [302, { verdict: 'observed', reason: 'specification-silent' }],
  [401, { verdict: 'inconclusive', reason: 'other-code' }],
  [503, { verdict: 'inconclusive', reason: 'disturbance' }],
])('a draft that was read with %i before a race says so', (before, expected) => {
  expect(judged(before, 404)).toMatchObject(expected);
});

test.each([404, 500])('a draft that was read with %i before a race settles nothing', (before) => {
  for (const after of [200, 404]) {
    const outcome = judged(before, after);
    expect(outcome).toMatchObject({
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'DRAFT-01',
      exchanges: [1, 2, 3, 4],
    });
    expect(outcome).not.toHaveProperty('twin');
  }
});

test.each([
  ['nothing was sent', undefined, []],
  ['the way there was gone', read(200, 6), [6]],
])('without concurrency there is no race: %s', (_, last, exchanges) => {
  expect(judgeNoRace('UNIQUE-01', 'gap.draft-create', last)).toEqual({
    requirement: 'UNIQUE-01',
    operation: 'gap.draft-create',
    verdict: 'observed',
    reason: 'not-executed',
    wanted: 'concurrent calls',
    got: "none sent: the target's limits (concurrency, requestsPerSecond) allow one request at a time",
    exchanges,
  });
});

const judgedErrors = (...answers: readonly (readonly [OperationId, number])[]) =>
  judgeParallelErrors(
    answers.map(([operation, status], at) => sampleExchange(operation, status, { n: at + 1 })),
    'a test',
  ).map(({ verdict, exchanges, twin: control }) => [verdict, exchanges, control]);

test('a server error beside a success of the same operation fails, with that as its control request', () => {
  expect(judgedErrors(['travel.car-post', 200], ['travel.car-post', 500])).toEqual([
    ['fail', [2], 1],
  ]);
});

test('a server error without a success of its operation is a sighting without a control request', () => {
  expect(judgedErrors(['travel.draft-update', 200], ['travel.price-request', 500])).toEqual([
    ['fail', [2], undefined],
  ]);
});

test.each([409, 429, 502, 503, 504])('status %i is no server error of the service', (status) => {
  expect(judgedErrors(['travel.car-post', 200], ['travel.car-post', status])).toEqual([]);
});

test.each([404, 405, 501])(
  'a call that is answered %i is not served, also without a success beside it',
  (status) => {
    expect(judgedErrors(['travel.car-post', status])).toEqual([['fail', [1], undefined]]);
  },
);

const contents = ['Kouter 1', 'Veldstraat 2'].map((street, at) => ({
  operation: 'landlord.draft-update' as const,
  exchange: at + 1,
  body: { language: 'nl-BE', policyholder: { address: { street, city: 'Gent' } } },
}));

const afterRace = (address: object, language = 'nl-BE') =>
  judgeContentAfterRace(
    contents,
    sampleExchange('landlord.draft-get', 200, {
      n: 9,
      body: { language, policyholder: { address } },
    }),
  );

test('a value that none of the updates of a race wrote fails, beside all of them (D2)', () => {
  expect(afterRace({ street: 'Coupure 3' })).toMatchObject([
    {
      requirement: 'LANDLORD-READBACK-policyholder.address.street',
      verdict: 'fail',
      wanted: '"Kouter 1" or "Veldstraat 2", written by 2 updates at once',
      got: '"Coupure 3"',
      exchanges: [1, 2, 9],
    },
  ]);
});

test.each(['Kouter 1', 'Veldstraat 2'])(
  'the content of either update, such as %s, fails nothing',
  (street) => {
    expect(afterRace({ street })).toEqual([]);
  },
);

test('values that two drafts often share prove nothing about a race', () => {
  expect(afterRace({ city: 'Aat' }, 'fr-BE')).toEqual([]);
});

test('without an accepted update nothing is expected', () => {
  expect(judgeContentAfterRace([], sampleExchange('landlord.draft-get', 200))).toEqual([]);
});
