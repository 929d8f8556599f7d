import { expect, test } from 'vitest';
import { judgeExchange } from '../answers/judge-exchange.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const FIRST = { variant: 'BASIC', landlord: {} };
const ALTERNATIVE = { variant: 'JOBLOSS-A', totalTax: {} };

/** The exchange is sent on 21 November 2026 at 09:17:03 UTC. */
const judged = (validUntil: unknown, entry: unknown = FIRST): string | undefined => {
  const body = { prices: [entry], validUntil };
  const exchange = sampleExchange('landlord.price-request', 200, { body });
  return judgeExchange(exchange, sampleFacts).find(({ requirement }) => requirement === 'PRICE-01')
    ?.verdict;
};

test.each([
  '2026-12-21T09:17:03.123Z',
  '2026-11-20T09:17:04Z',
  '2026-11-20T09:17:04',
  '2026-11-20 07:17:04,5-02',
  '2026-11-20T11:17:04+0200',
  '2026-11-20',
  'Fri, 20 Nov 2026 09:17:04 GMT',
  'Dec 21, 2026 10:00',
  '20261120T091704Z',
  '20261120',
  '1795166224',
  '1795166224000',
  '20/11/2026',
  '01/12/2026',
])('a limit %s is less than 24 hours past', (validUntil) => {
  expect(judged(validUntil)).toBe('pass');
});

test.each([
  '2026-11-20T09:17:02Z',
  '2026-11-20T09:17:02',
  '2026-11-20 07:17:02-02',
  '2026-11-20T11:17:02+02:00',
  '2026-11-18',
  'Wed, 18 Nov 2026 09:17:04 GMT',
  'Nov 18, 2026 10:00',
  '20261118T091702Z',
  '20261118',
  '1700000000',
  '18.11.2026',
  '01/02/2026',
])('a limit %s is more than 24 hours past', (validUntil) => {
  expect(judged(validUntil)).toBe('fail');
});

test.each([[undefined], [null], [1_700_000_000], ['in 30 days']])(
  'a limit %j is no time to compare',
  (validUntil) => {
    expect(judged(validUntil)).toBe('observed');
  },
);

test('in the alternative shape only a date-time is a limit', () => {
  expect(judged('2026-11-18', ALTERNATIVE)).toBe('observed');
  expect(judged('2026-11-18T09:00:00Z', ALTERNATIVE)).toBe('fail');
});

test('prices of neither shape prove nothing', () => {
  expect(judged('2020-01-01', { price: 12 })).toBe('observed');
});
