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

test('a value is generated on first use, and once', () => {
  const { made, data } = counted();

  expect([data.car, data.car]).toEqual(['a car', 'a car']);
  expect(made).toEqual(['car']);
});

test('a copy with another value makes nothing, and shares what it makes later', () => {
  const { made, data } = counted();
  const copy = withValues(data, { car: 'another' });

  expect(made).toEqual([]);
  expect([copy.car, copy.person, data.person]).toEqual(['another', 'a person', 'a person']);
  expect(made).toEqual(['person']);
});

test('what is written down holds every value', () => {
  const { data } = counted();

  expect(JSON.parse(JSON.stringify(withValues(data, { car: 'another' })))).toEqual({
    car: 'another',
    person: 'a person',
  });
});
