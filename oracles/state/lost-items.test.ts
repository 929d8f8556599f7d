import { expect, test } from 'vitest';
import { type AddedItem, judgeLostItems } from './lost-items.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

let n = 0;
const item = (status: number): AddedItem => ({
  added: sampleExchange('travel.car-post', 200, { n: (n += 1) }),
  called: sampleExchange('travel.car-delete', status, { n: (n += 1) }),
});
const judged = (items: readonly AddedItem[], alone?: AddedItem) =>
  judgeLostItems('TRAVEL-CAR-02', 'travel.car-post', items, alone, 'a test');

test('items that all answer pass', () => {
  expect(judged([item(200), item(204), item(200)])).toMatchObject({
    verdict: 'pass',
    got: '3 of 3 exist, 0 missing',
  });
});

test.each([404, 410])('an item gone with %i beside an existing one fails', (status) => {
  const [kept, lost] = [item(200), item(status)];

  expect(judged([lost, kept])).toMatchObject({
    verdict: 'fail',
    exchanges: [kept.added.n, kept.called.n, lost.added.n, lost.called.n],
    twin: kept.called.n,
  });
});

test('if all are lost, one that was added alone is the control', () => {
  const alone = item(200);

  expect(judged([item(404), item(404)], alone)).toMatchObject({
    verdict: 'fail',
    twin: alone.called.n,
  });
  expect(judged([item(404), item(404)], item(404))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'twin-refused',
  });
});

test('another refusal proves nothing about the item', () => {
  expect(judged([item(200), item(409)])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'other-code',
  });
});

test('fewer than two added items prove nothing', () => {
  expect(judged([item(200)]).verdict).toBe('observed');
});
