import { expect, test } from 'vitest';
import { judgeKeptItem } from './kept-item.ts';
import { judgeStillReadable } from './readable-draft.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { stillThere } from './still-there.ts';

test.each<[number, string]>([
  [200, 'pass'],
  [204, 'pass'],
  [404, 'fail'],
  [410, 'fail'],
  [403, 'fail'],
  [500, 'fail'],
  [302, 'observed'],
  [401, 'inconclusive'],
  [405, 'inconclusive'],
  [429, 'inconclusive'],
  [503, 'inconclusive'],
])('status %i: %s', (status, verdict) => {
  expect(stillThere(sampleExchange('travel.draft-get', status)).verdict).toBe(verdict);
});

test('no answer settles nothing', () => {
  const { response: _, ...silent } = sampleExchange('travel.draft-get', 200);
  expect(stillThere(silent)).toEqual({ verdict: 'inconclusive', reason: 'disturbance' });
});

test('a draft that is gone after its update fails on the update, the read last', () => {
  const update = sampleExchange('gap.draft-update', 200, { n: 4 });
  const read = sampleExchange('gap.draft-get', 404, { n: 5 });
  expect(judgeStillReadable('gap.draft-update', update, read)).toMatchObject({
    requirement: 'DRAFT-03',
    operation: 'gap.draft-update',
    verdict: 'fail',
    exchanges: [4, 5],
  });
});

test('an item that is gone after another one was added fails on the addition', () => {
  const added = sampleExchange('travel.car-post', 200, { n: 7 });
  const asked = sampleExchange('travel.car-delete', 404, { n: 9 });
  expect(judgeKeptItem('TRAVEL-CAR-02', 'travel.car-post', [added], asked)).toMatchObject({
    operation: 'travel.car-post',
    verdict: 'fail',
    exchanges: [7, 9],
  });
});
