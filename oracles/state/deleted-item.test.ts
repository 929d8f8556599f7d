import { expect, test } from 'vitest';
import { judgeDeletedItem } from './deleted-item.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const CAR = 'travel.car-delete';

/** Judges the answers to the second deletion, a put, and both with an id that was never issued, as far as given. */
const judged = (...statuses: readonly number[]) => {
  const [again, put, neverDeleted, neverPut] = statuses.map((status, at) =>
    sampleExchange(CAR, status, { n: at + 1 }),
  );
  if (!again) throw new Error('a second deletion is always asked for');
  return judgeDeletedItem('TRAVEL-CAR-01', CAR, {
    again,
    ...(put ? { put } : {}),
    ...(neverDeleted ? { neverDeleted } : {}),
    ...(neverPut ? { neverPut } : {}),
  });
};

test.each<[string, readonly number[], string]>([
  ['a second deletion that finds nothing', [404], 'pass'],
  ['a second deletion refused otherwise', [409], 'pass'],
  ['a tombstone: the put finds nothing', [200, 404], 'pass'],
  ['a car that is still there', [200, 200, 404, 404], 'fail'],
  ['a put that creates what is not there', [200, 200, 404, 200], 'observed'],
  ['a deletion that succeeds for anything', [200, 200, 200, 404], 'observed'],
  ['an id that is called impossible', [200, 200, 400, 404], 'observed'],
  ['no right to delete it again', [403], 'inconclusive'],
  ['a breakdown', [500], 'inconclusive'],
  ['a busy service', [503], 'inconclusive'],
  ['a busy service at the very end', [200, 200, 404, 503], 'inconclusive'],
  ['a redirection', [303], 'observed'],
])('%s', (_, statuses, verdict) => {
  expect(judged(...statuses).verdict).toBe(verdict);
});

test('a fail lists the requests in order, and names all exchanges', () => {
  const fail = judged(200, 204, 404, 404);
  expect(fail.got).toBe(
    'status 200 to a second DELETE, status 204 to a PUT; with an id that was never used, status 404 to a DELETE, status 404 to a PUT',
  );
  expect(fail.exchanges).toEqual([1, 2, 3, 4]);
});
