import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgeAcceptance, notMetAgain } from './acceptance.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

test.each([
  [200, 'pass'],
  [204, 'pass'],
  // W2: a redirection to the canonical spelling is only observed.
  [301, 'observed'],
  [400, 'fail'],
  [404, 'fail'],
  [501, 'fail'],
  [500, 'fail'],
  // S8: transport does not refuse a legal value; that the method is not served does (S16).
  [405, 'fail'],
  [408, 'inconclusive'],
  [413, 'inconclusive'],
  [415, 'inconclusive'],
  [425, 'inconclusive'],
  [503, 'inconclusive'],
  [429, 'inconclusive'],
])('%i: %s', (status, verdict) => {
  const exchange = sampleExchange('travel.draft-get', status);
  const judged = judgeAcceptance(
    exchange,
    operation('travel.draft-get'),
    'COUNTRY-01',
    'be like BE',
  );
  expect(judged).toMatchObject({ verdict, requirement: 'COUNTRY-01', exchanges: [1] });
});

test.each([406, 412, 415])(
  '%i refuses where the same call is served but for the spelling or the body (W1, D7, S8)',
  (status) => {
    const row = operation('travel.car-delete');
    const exchange = sampleExchange(row.id, status);
    const verdicts = (['VERSION-03', 'TRAVEL-CAR-04', 'COUNTRY-01'] as const).map(
      (requirement) => judgeAcceptance(exchange, row, requirement, 'taken').verdict,
    );

    expect(verdicts).toEqual(['fail', 'fail', 'inconclusive']);
  },
);

test('303 is the success of a motor gap contract', () => {
  const exchange = sampleExchange('gap.contract-create', 303);
  const row = operation('gap.contract-create');
  expect(judgeAcceptance(exchange, row, 'COUNTRY-01', 'be like BE').verdict).toBe('pass');
});

test('a payment status that is there now and then is observed unless it is declared (S14)', () => {
  const judgedAt = (on: 'travel.payment-status' | 'travel.draft-get', status: number) =>
    judgeAcceptance(sampleExchange(on, status), operation(on), 'COUNTRY-01', 'be like BE');
  const verdict = (
    on: 'travel.payment-status' | 'travel.draft-get',
    status: number,
    paymentStatusExists: boolean,
  ) =>
    notMetAgain(judgedAt(on, status), operation(on), {
      ...sampleFacts,
      decisions: { ...sampleFacts.decisions, paymentStatusExists },
    }).verdict;
  expect(verdict('travel.payment-status', 404, false)).toBe('observed');
  expect(verdict('travel.payment-status', 404, true)).toBe('inconclusive');
  expect(verdict('travel.payment-status', 400, false)).toBe('inconclusive');
  expect(verdict('travel.draft-get', 404, false)).toBe('inconclusive');
});

test('no answer settles nothing', () => {
  const { response: _, ...unanswered } = sampleExchange('travel.draft-get', 200);
  const judged = judgeAcceptance(
    { ...unanswered, error: { code: 'DEADLINE', message: 'late' } },
    operation('travel.draft-get'),
    'COUNTRY-01',
    'be like BE',
  );
  expect(judged).toMatchObject({ verdict: 'inconclusive', got: 'no answer: DEADLINE' });
});
