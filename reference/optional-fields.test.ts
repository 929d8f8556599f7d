import { expect, test } from 'vitest';
import { filledOnly } from './optional-fields.ts';

test('leaves out false, 0, null and empty values at any depth, and nothing else', () => {
  const resource = {
    language: 'nl-BE',
    risk: { alreadyOccupied: false, type: '', address: { number: null } },
    terms: { requestPaperCopy: true },
    prices: [{ taxes: 0, withTaxes: 1325 }],
    tags: [],
  };

  expect(filledOnly(resource)).toEqual({
    language: 'nl-BE',
    terms: { requestPaperCopy: true },
    prices: [{ withTaxes: 1325 }],
  });
});
