import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { sampleExchange } from '../example.ts';
import { judgeRefusedChanges, judgeRefusedDeletions, judgeRefusedUpdates } from './refused-call.ts';

const UPDATE = 'landlord.draft-update';

/** A call with this body, and its answer with this status and body. */
const call = (
  on: OperationId,
  n: number,
  status: number,
  { sent, answer }: { sent?: unknown; answer?: unknown } = {},
): Exchange => {
  const exchange = sampleExchange(on, status, { n, body: answer ?? '' });
  const body = { encoding: 'utf8', text: JSON.stringify(sent ?? {}) } as const;
  return { ...exchange, request: { ...exchange.request, body } };
};

const draft = (variant: unknown, surface = 80) => ({
  terms: { variant },
  risk: { insuredProperty: { surfaceArea: { unit: 'm2', value: surface } } },
});

const judged = (after: unknown, refused: readonly unknown[] = [draft('BASIC', 95)], status = 200) =>
  judgeRefusedUpdates(UPDATE, {
    before: call('landlord.draft-get', 1, 200, { answer: draft('PREMIUM') }),
    refused: refused.map((sent, at) => ({
      how: 'without a version',
      exchange: call(UPDATE, at + 2, 400, { sent }),
    })),
    after: call('landlord.draft-get', 9, status, { answer: after }),
  });

test.each<[string, unknown, string]>([
  ['the same values as before', draft('PREMIUM'), 'pass'],
  ['a refused value', draft('BASIC', 95), 'fail'],
  ['one of several refused values', draft('BASIC'), 'fail'],
  ['a value that nobody sent', draft('CLASSIC'), 'inconclusive'],
  ['a value less', { terms: {} }, 'pass'],
  ['a value more that was refused', { ...draft('PREMIUM'), language: 'nl-BE' }, 'fail'],
])('a landlord draft that shows %s after refused updates', (_, after, verdict) => {
  expect(judged(after, [{ ...draft('BASIC', 95), language: 'nl-BE' }]).verdict).toBe(verdict);
});

test('names the update from which most of the shown values come', () => {
  const { exchanges, got } = judged(draft('BASIC', 95), [draft('BASIC', 70), draft('BASIC', 95)]);

  expect(exchanges).toEqual([1, 3, 9]);
  expect(got).toContain('an update without a version was answered with status 400, but stored');
});

test('a draft that cannot be read afterwards concerns reading drafts', () => {
  expect(judged('', [draft('BASIC')], 404)).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'DRAFT-03',
  });
});

test('without a refused update nothing can be observed', () => {
  expect(judged(draft('PREMIUM'), []).verdict).toBe('observed');
});

const DELETE = 'travel.car-delete';
const MINE = { make: 'Volvo', plate: '1-ABC-123' };
const OTHERS = { make: 'Volvo', plate: '2-XYZ-987' };

const item = (status: number, answer: unknown = '', sibling?: number) => ({
  posted: call('travel.car-post', 1, 200, { sent: MINE }),
  refused: [
    { how: 'without a credential', exchange: call('travel.car-put', 2, 401, { sent: OTHERS }) },
  ],
  deleted: call(DELETE, 3, status, { answer }),
  ...(sibling === undefined ? {} : { sibling: call(DELETE, 4, sibling) }),
});

test.each<[string, ReturnType<typeof item>, string]>([
  ['served', item(200), 'pass'],
  ['refused, unlike that of another one', item(404, '', 200), 'fail'],
  ['refused, like that of another one', item(404, '', 404), 'inconclusive'],
  ['forbidden', item(403, '', 200), 'inconclusive'],
])('a deletion after refused ones that is %s', (_, seen, verdict) => {
  expect(judgeRefusedDeletions(DELETE, seen).verdict).toBe(verdict);
});

test.each<[string, unknown, string]>([
  ['the item as it was added', { data: MINE }, 'pass'],
  ['the item as it was refused', { data: OTHERS }, 'fail'],
  ['nothing of it', {}, 'observed'],
  ['only what both have', { make: 'Volvo' }, 'observed'],
])('a deletion after refused changes that shows %s', (_, answer, verdict) => {
  expect(judgeRefusedChanges('travel.car-put', item(200, answer), []).verdict).toBe(verdict);
});

/** Judges the answer to a deletion, which may also show the bodies of these other calls. */
const changes = (answer: unknown, ...others: readonly unknown[]) =>
  judgeRefusedChanges(
    'travel.car-put',
    item(200, answer),
    others.map((sent, at) => call('travel.car-post', at + 5, 200, { sent })),
  );

test('texts that another call of the draft sent are no trace of a refused change', () => {
  const [left, other] = [{ make: 'Opel', plate: '3-DEF-456' }, { holder: OTHERS.plate }];

  expect(changes({ left: OTHERS }, left).verdict).toBe('fail');
  expect(changes({ left, holder: OTHERS.plate }, left, other).verdict).toBe('observed');
  // Another item shows the item's own text as well.
  expect(changes({ left: MINE }, MINE).verdict).toBe('observed');
});

test.each([
  [undefined, 'observed'],
  [200, 'observed'],
  [303, 'observed'],
  [500, 'inconclusive'],
  [503, 'inconclusive'],
  [429, 'inconclusive'],
])('without a refused call, if the last one answered %s, the cell is %s', (status, verdict) => {
  const unrefused = status === undefined ? undefined : call('travel.car-put', 2, status);
  const nothing = { ...item(200), refused: [], unrefused };

  expect(judgeRefusedDeletions(DELETE, nothing).verdict).toBe(verdict);
  expect(judgeRefusedChanges('travel.car-put', nothing, []).verdict).toBe(verdict);
});
