import { expect, test } from 'vitest';
import { testExchange } from '../testing/test-exchange.ts';
import { mapExchangeTexts } from './exchange-texts.ts';

test.each(['server', '__proto__', 'constructor'])('keeps a header called %s', (name) => {
  const headers = Object.fromEntries([[name, ['a', 'b']]]);
  const exchange = testExchange({ headers });
  const asItIs = (text: string) => text;

  const { response } = mapExchangeTexts(exchange, {
    header: (_name, value) => value,
    body: (body) => body,
    plain: asItIs,
  });

  expect(JSON.stringify(response?.headers)).toBe(`{"${name}":["a","b"]}`);
  expect(Object.getPrototypeOf(response?.headers)).toBe(Object.prototype);
});
