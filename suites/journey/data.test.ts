import { expect, test } from 'vitest';
import { lazyObject, withValues } from './data.ts';

const counted = () => {
  const made: string[] = [];
  const make = (name: string) => () => {
    made.push(name);
    return `a ${name}`;
  };
  return { made, data: lazyObject({ car: make('car'), person: make('person') }) };
};

test('generates a value once, on first use', () => {
  const { made, data } = counted();

  expect([data.car, data.car]).toEqual(['a car', 'a car']);
  expect(made).toEqual(['car']);
});

test('a copy with another value generates nothing, and shares what it generates later', () => {
  const { made, data } = counted();
  const copy = withValues(data, { car: 'another' });

  expect(made).toEqual([]);
  expect([copy.car, copy.person, data.person]).toEqual(['another', 'a person', 'a person']);
  expect(made).toEqual(['person']);
});

test('the serialised data contain every value', () => {
  const { data } = counted();

  expect(JSON.parse(JSON.stringify(withValues(data, { car: 'another' })))).toEqual({
    car: 'another',
    person: 'a person',
  });
});
