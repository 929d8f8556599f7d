import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { judgeForeignDeletion } from './foreign-deletion.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

interface Statuses {
  readonly foreign: number;
  readonly own: number;
  readonly sibling?: number;
  readonly never?: number;
}

const judged = (
  { foreign, own, sibling, never }: Statuses,
  on: OperationId = 'travel.car-delete',
) => {
  const answer = (status: number, n: number) => sampleExchange(on, status, { n });
  return judgeForeignDeletion('TRAVEL-CAR-03', on, {
    foreign: answer(foreign, 1),
    own: answer(own, 2),
    ...(sibling === undefined ? {} : { sibling: answer(sibling, 3) }),
    ...(never === undefined ? {} : { never: answer(never, 4) }),
    unknownId: 'ID-03',
  });
};

test.each<[string, Statuses, string]>([
  ['refused, and still there', { foreign: 404, own: 200 }, 'pass'],
  ['refused as no right, and still there', { foreign: 403, own: 204 }, 'pass'],
  ['deleted', { foreign: 200, own: 404, sibling: 200, never: 404 }, 'fail'],
  ['refused and deleted all the same', { foreign: 404, own: 404, sibling: 200 }, 'fail'],
  ['confirmed as deleted, and still there', { foreign: 200, own: 200, never: 404 }, 'fail'],
  ['nothing can be deleted', { foreign: 404, own: 404, sibling: 404 }, 'inconclusive'],
  ['no sibling to compare with', { foreign: 404, own: 404 }, 'inconclusive'],
  ['breaks down', { foreign: 500, own: 200, never: 404 }, 'fail'],
  ['breaks down for any unknown id', { foreign: 500, own: 200, never: 500 }, 'inconclusive'],
  ['a busy service', { foreign: 503, own: 200 }, 'inconclusive'],
  ['sent elsewhere', { foreign: 302, own: 200 }, 'observed'],
])('%s', (_, statuses, verdict) => {
  expect(judged(statuses).verdict).toBe(verdict);
});

test('if any unknown id is answered with success, that requirement is to blame', () => {
  const { verdict, blockedBy } = judged({ foreign: 200, own: 200, never: 200 });
  expect([verdict, blockedBy]).toEqual(['inconclusive', 'ID-03']);
});

test('a server error settles nothing if no 404 is listed', () => {
  const statuses = { foreign: 500, own: 200, never: 404 };
  expect(judged(statuses, 'travel.person-delete').verdict).toBe('inconclusive');
});
