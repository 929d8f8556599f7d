import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { type AddedItem, judgeLostItems } from './lost-items.ts';

const item = (status: number, n: number): AddedItem => ({
  added: sampleExchange('travel.car-post', 200, { n }),
  called: sampleExchange('travel.car-delete', status, { n: n + 1 }),
});
const judged = (items: readonly AddedItem[], alone?: AddedItem) =>
  judgeLostItems('TRAVEL-CAR-02', 'travel.car-post', items, alone, 'a test');

test('a pass counts the items', () => {
  expect(judged([item(200, 1), item(204, 3)]).got).toBe('2 of 2 exist, 0 missing');
});

test('a fail names the item that exists as the control request, before the lost one', () => {
  expect(judged([item(404, 1), item(200, 3)])).toMatchObject({ exchanges: [3, 4, 1, 2], twin: 4 });
});

test('if all are lost, one that was added alone is the control request', () => {
  expect(judged([item(404, 1), item(404, 3)], item(200, 5)).twin).toBe(6);
});

test.each([
  [[item(404, 1), item(404, 3)], item(404, 5), 'twin-refused'],
  [[item(200, 1), item(409, 3)], undefined, 'other-code'],
] as const)('an open verdict has its reason (%#)', (items, alone, reason) => {
  expect(judged(items, alone).reason).toBe(reason);
});
