import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';
import { testExchange } from '../testing/test-exchange.ts';

const TERMS = 'terms-4711-0815-abc';

test('one value has one pseudonym, and is redacted everywhere once found by key', () => {
  const redactor = createRedactor([]);
  const first = redactor.exchange(testExchange({ body: `{"userTermsToken":"${TERMS}"}` }));
  const pseudonym = /‹redacted \w+›/.exec(first.response?.body.text ?? '')?.[0] ?? 'none';

  const later = redactor.exchange(
    testExchange(
      { headers: { location: `/x?token=${TERMS}` }, body: `no ${TERMS} known` },
      { url: `http://a/terms/${TERMS}`, body: { encoding: 'utf8', text: `["${TERMS}"]` } },
    ),
  );

  expect(later).toMatchObject({
    request: { url: `http://a/terms/${pseudonym}`, body: { text: `["${pseudonym}"]` } },
    response: {
      headers: { location: `/x?token=${pseudonym}` },
      body: { text: `no ${pseudonym} known` },
    },
  });
});

test('redacts a value found by key earlier in the same exchange, too', () => {
  const shown = createRedactor([]).exchange(
    testExchange(
      { headers: { location: `/terms/${TERMS}` }, body: `{"userTermsToken":"${TERMS}"}` },
      { url: `http://a/terms/${TERMS}`, body: { encoding: 'utf8', text: `["${TERMS}"]` } },
    ),
  );

  expect(JSON.stringify(shown)).not.toContain(TERMS);
});

test('redacts a header value completely if it begins with a known value', () => {
  const shown = createRedactor([]).exchange(
    testExchange(
      { headers: { 'x-session-token': `${TERMS}.zz91xk22` } },
      { url: `http://a/terms?token=${TERMS}` },
    ),
  );

  expect(JSON.stringify(shown)).not.toContain('zz91xk22');
});

test('two values have two pseudonyms, and other ones in another run', () => {
  const body = '{"token":"first-value-1","secret":"other-value-2"}';
  const pseudonyms = () =>
    createRedactor([])
      .exchange(testExchange({ body }))
      .response?.body.text.match(/‹redacted \w+›/g) ?? [];

  expect(new Set([...pseudonyms(), ...pseudonyms()]).size).toBe(4);
});
