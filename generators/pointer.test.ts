import { expect, test } from 'vitest';
import { leaves, matchingPointers, valueAt, withValue, withoutValue } from './pointer.ts';

const body = { terms: { variant: 'GAP12' }, drivers: [{ name: 'An' }, {}], 'a/b~c': false };

test('a pointer leads through objects and arrays, with escapes', () => {
  expect(
    ['', '/terms/variant', '/drivers/0/name', '/a~1b~0c'].map((at) => valueAt(body, at)),
  ).toEqual([body, 'GAP12', 'An', false]);
});

test('a pointer to nothing, or through a text, yields undefined', () => {
  expect(
    ['/none', '/terms/variant/length', '/drivers/7', '/toString'].map((at) => valueAt(body, at)),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test('writes a value into a copy, and creates missing objects', () => {
  const before = structuredClone(body);
  const written = withValue(withValue(body, '/drivers/1/name', 'Bo'), '/risk/vehicle/vin', 'V');

  expect(written).toEqual({
    ...before,
    drivers: [{ name: 'An' }, { name: 'Bo' }],
    risk: { vehicle: { vin: 'V' } },
  });
  expect(body).toEqual(before);
});

test('removes a field or an item from a copy', () => {
  const before = structuredClone(body);
  const rest = withoutValue(withoutValue(body, '/terms/variant'), '/drivers/0');

  expect(rest).toEqual({ ...before, terms: {}, drivers: [{}] });
  expect(body).toEqual(before);
});

test('removing an absent value changes nothing', () => {
  expect(withoutValue(body, '/terms/none')).toBe(body);
});

test('yields leaves with their pointers, in order', () => {
  expect(leaves(body)).toEqual([
    ['/terms/variant', 'GAP12'],
    ['/drivers/0/name', 'An'],
    ['/a~1b~0c', false],
  ]);
});

test('a star matches every item that has the rest of the pointer', () => {
  expect(
    ['/drivers/*/name', '/drivers/*', '/terms/variant', '/terms/*', '/none/*/name'].map((at) =>
      matchingPointers(body, at),
    ),
  ).toEqual([['/drivers/0/name'], ['/drivers/0', '/drivers/1'], ['/terms/variant'], [], []]);
});
