import { expect, test } from 'vitest';
import { judgePriceWithout } from './price-without.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const verdicts = (status: number) =>
  judgePriceWithout(sampleExchange('travel.price-request', status), '/language').map(
    ({ requirement, verdict }) => [requirement, verdict],
  );

test('a price that breaks down without an optional field is a sighting (S9)', () => {
  expect(verdicts(500)).toEqual([['ERROR-01', 'fail']]);
});

test.each([200, 400, 402, 422, 503])('%i says nothing', (status) => {
  expect(verdicts(status)).toEqual([]);
});
