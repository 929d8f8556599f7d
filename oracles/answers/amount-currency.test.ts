import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { judgeExchange, judgeForm } from './judge-exchange.ts';

const PRICE = 'gap.price-request';
const ALTERNATIVE = 'PRICE-ALTERNATIVE-prices[].totalTax.currency-enum';

const amount = (currency: unknown) => ({ currency, value: 1325 });

const judge = (on: OperationId, options: Parameters<typeof sampleExchange>[2], status = 200) =>
  judgeExchange(sampleExchange(on, status, options), sampleFacts);

const judged = (on: OperationId, body: unknown, status?: number) =>
  judge(on, { body }, status).find(({ requirement }) => requirement === 'AMOUNT-02');

const fails = (on: OperationId, body: unknown): readonly string[] =>
  judge(on, { body }).flatMap(({ requirement, verdict }) =>
    verdict === 'fail' ? [requirement] : [],
  );

test.each([
  ['EUR', 'pass'],
  ['USD', 'fail'],
  ['', 'fail'],
  ['eur', 'observed'],
  [' EUR', 'observed'],
  [7, 'observed'],
  [null, 'observed'],
])('an amount in %j: %s (V2)', (currency, verdict) => {
  expect(judged(PRICE, { total: amount(currency) })).toMatchObject({ verdict });
});

test.each([
  ['deep in lists', { a: [[{ 'b/c': amount('EUR') }, { 'b/c': amount('USD') }]] }, '/a/0/1/b~1c'],
  ['as the answer itself', amount('USD'), ''],
  ['in a list', [amount('GBP')], '/0'],
  ['inside of an amount', { a: { currency: 'EUR', value: amount('GBP') } }, '/a/value'],
  ['behind another one', { a: amount('CHF'), b: amount('USD') }, '/a'],
])('a foreign amount %s is found and named', (_, body, where) => {
  expect(judged('jobloss.payment-status', body)).toMatchObject({
    verdict: 'fail',
    where: `${where}/currency`,
    got: expect.stringMatching(/^"(USD|GBP|CHF)"$/) as string,
  });
});

test.each([
  ['a third member', { total: { ...amount('USD'), rate: 1 } }],
  ['no value', { total: { currency: 'USD', amount: 1325 } }],
  ['no amount', { currency: 'USD', prices: [] }],
  ['text that is no JSON', '{"total":{"currency":"USD","value":1}'],
])('an object with %s is no amount (R1)', (_, body) => {
  expect(judged(PRICE, body)).toMatchObject({ verdict: 'observed' });
});

test('judges answers on every operation, also redirections, but no refusals', () => {
  const body = { total: amount('USD') };

  expect(judged('gap.contract-create', body, 303)?.verdict).toBe('fail');
  expect(judged('travel.car-delete', body)?.verdict).toBe('fail');
  expect(judged(PRICE, body, 400)).toBeUndefined();
});

test('an answer to a faulty call may echo it (E3); other odd calls send no currency', () => {
  const answer = (intent: Exchange['intent']) =>
    judgeForm(
      sampleExchange(PRICE, 200, { body: { total: amount('USD') }, intent }),
      sampleFacts,
    ).flatMap(({ requirement, verdict }) => (verdict === 'fail' ? [requirement] : []));

  expect(answer('faulty')).not.toContain('AMOUNT-02');
  expect(answer('open')).toContain('AMOUNT-02');
});

test('a specified field is judged only by its own requirement', () => {
  const entry = { variant: 'JOBLOSS-A', claimLimit: amount('EUR'), totalTax: amount('USD') };
  const landlord = { risk: { insuredProperty: { monthlyRent: amount('USD') } } };

  expect(fails('jobloss.price-request', { prices: [entry] })).toEqual([ALTERNATIVE]);
  expect(judged('jobloss.price-request', { prices: [entry] })?.verdict).toBe('observed');
  expect(fails('landlord.draft-get', landlord)).toEqual([
    'LANDLORD-RESOURCE-risk.insuredProperty.monthlyRent.currency-enum',
  ]);
});

test('judges amounts beside shown fields, and in entries of no shape (R1)', () => {
  const entry = { variant: 'JOBLOSS-A', claimLimit: amount('EUR'), rebate: amount('USD') };

  expect(fails('travel.price-request', { prices: [entry] })).toEqual(['AMOUNT-02']);
  expect(fails('travel.price-request', { prices: [{ totalTax: amount('USD') }] })).toEqual([
    'AMOUNT-02',
  ]);
  expect(fails('landlord.draft-get', { risk: {}, deposit: amount('USD') })).toEqual(['AMOUNT-02']);
});
