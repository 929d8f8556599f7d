import { expect, test } from 'vitest';
import { testExchange } from '../testing/test-exchange.ts';
import { createHeaderMemory, mapExchangeTexts } from './exchange-texts.ts';

const openMemory = () => {
  const asked: string[] = [];
  const secrets = new Set<string>();
  const shown = createHeaderMemory(
    (name, value) => {
      asked.push(name);
      return secrets.has(value) ? 'hidden' : value;
    },
    () => secrets.size,
  );
  return { asked, secrets, shown };
};

test('a header that came before is not looked through again', () => {
  const { asked, shown } = openMemory();

  expect([shown('accept', '*/*'), shown('accept', '*/*')]).toEqual(['*/*', '*/*']);
  expect([shown('accept', 'a/b'), shown('server', '*/*')]).toEqual(['a/b', '*/*']);
  expect(asked).toEqual(['accept', 'accept', 'server']);
});

test('a value that becomes a secret is hidden where it was shown before', () => {
  const { secrets, shown } = openMemory();
  const before = shown('x-trace', 'abcd1234');

  secrets.add('abcd1234');

  expect([before, shown('x-trace', 'abcd1234')]).toEqual(['abcd1234', 'hidden']);
});

test.each(['server', '__proto__', 'constructor'])(
  'a header called %s is there as it came',
  (name) => {
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
  },
);
