import { expect, test } from 'vitest';
import { comparableIds, openIdIndex } from './price-request-ids.ts';

const drafts = ['d1', 'd2', 'd3', 'd4', 'd4'].map((id) => ({ id, body: {} }));
const looked = (ids: readonly string[], again: readonly string[] = []) =>
  comparableIds('gap', drafts, ids, (index) => Promise.resolve(again[index]));

test.each([
  ['ids of their own', ['a', 'b', 'c', 'd', 'e'], [], true, 0],
  ['one draft in two rows', ['a', 'b', 'c', 'd', 'd'], [], true, 0],
  ['one double', ['a', 'b', 'b', 'd', 'e'], ['a', 'x', 'y', 'd', 'e'], true, 1],
  ['names by content', ['a', 'b', 'b', 'd', 'e'], ['a', 'b', 'b', 'd', 'e'], false, 0],
  ['numbers by draft', ['1', '1', '1', '1', '1'], ['2', '2', '2', '2', '2'], false, 0],
])('%s', async (_, ids, again, areUnique, doubles) => {
  const found = await looked(ids, again);
  expect([found.areUnique, found.doubles.length]).toEqual([areUnique, doubles]);
  expect(found.notes.length).toBe(areUnique ? 0 : 1);
});

test('an index names the draft that has an id already, by line, and counts ids that it could not keep', () => {
  const book = openIdIndex(2);
  expect(book.add('gap', 'a', 1)).toBeUndefined();
  expect(book.add('gap', 'a', 1)).toBeUndefined();
  expect(book.add('gap', 'a', 2)).toBe(1);
  expect(book.add('travel', 'a', 2)).toBeUndefined();
  expect(book.add('gap', 'b', 3)).toBeUndefined();
  expect(book.left()).toBe(1);
});

test('many thousand ids do not collide', () => {
  const book = openIdIndex();
  const doubles = Array.from({ length: 50_000 }, (_, n) => book.add('gap', `id-${n}`, n));
  expect(doubles.filter((each) => each !== undefined)).toEqual([]);
});
