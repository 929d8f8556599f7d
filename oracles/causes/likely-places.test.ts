import { expect, test } from 'vitest';
import { sampleExchange } from '../example.ts';
import { likelyPlaces, type SearchedValue } from './likely-places.ts';

const placesOf = (
  wanted: SearchedValue,
  body: unknown,
  headers: Readonly<Record<string, string>>,
) =>
  likelyPlaces(wanted, [sampleExchange('gap.price-request', 200, { body, headers })]).map(
    ({ place }) => place,
  );

test('searches for an amount only in headers with a matching name (P5)', () => {
  const headers = { 'x-premium': '1325', 'x-ratelimit-limit': '100', 'x-price-list': 'summer' };

  expect(placesOf('amount', { validForDays: 30 }, headers)).toEqual([
    'header:x-premium',
    '/validForDays',
  ]);
});

test('a bare integer with a name of an amount comes before other integers (P5)', () => {
  expect(placesOf('amount', { days: 30, toPay: 16_425 }, {})).toEqual(['/toPay', '/days']);
});

test('text in a body is no amount (V1)', () => {
  expect(placesOf('amount', { price: '1325', total: { value: 5, currency: 'EUR' } }, {})).toEqual([
    '/total',
  ]);
});
