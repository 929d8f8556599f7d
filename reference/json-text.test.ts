import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';
import { plainChoices } from './choices.ts';

const written = (value: unknown, changes: Partial<typeof plainChoices.json>): string =>
  jsonText(value, { ...plainChoices.json, ...changes });

test('reverses keys at every depth, but not lists', () => {
  expect(written({ a: 1, b: [{ c: 2, d: 3 }, 4] }, { keys: 'reversed' })).toBe(
    '{"b":[{"d":3,"c":2},4],"a":1}',
  );
});

test('writes amounts as decimals, but not ids or numbers in texts', () => {
  const value = { draftId: 7, value: -1325, note: 'a "value":12, b', prices: [{ taxes: 0 }] };

  expect(written(value, { amounts: 'decimal', layout: 'compact' })).toBe(
    '{"draftId":7,"value":-1325.0,"note":"a \\"value\\":12, b","prices":[{"taxes":0.0}]}',
  );
  expect(JSON.parse(written(value, { amounts: 'decimal', layout: 'indented' }))).toEqual(value);
});

test('writes the currency in lower case if a dialect chooses so', () => {
  const value = { currency: 'EUR', note: 'a "currency":"EUR" of a text', variant: 'EUR' };

  expect(JSON.parse(written(value, { currency: 'eur', layout: 'indented' }))).toEqual({
    ...value,
    currency: 'eur',
  });
});
