import { callJudge } from '../evidence/plain-evidence.ts';
import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  judgeAcceptance,
  notRepeated,
  judgeAcceptedElsewhere,
  judgeStageNotReached,
  judgeBlamedAbsence,
} from './acceptance.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import type { Followed } from './draft-fault.ts';
import type { Judgement } from '../finding.ts';

test.each([
  [200, 'pass'],
  [204, 'pass'],
  // W2: a redirection to the canonical spelling is only observed.
  [301, 'observed'],
  [400, 'fail'],
  [404, 'fail'],
  [501, 'fail'],
  [500, 'fail'],
  // S8: a transport status does not refuse a legal value; an unsupported method does (S16).
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
  '%i refuses if the same call is served except for the spelling or the body (W1, D7, S8)',
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

test('an intermittent payment status is observed unless it is declared (S14)', () => {
  const judgedAt = (on: 'travel.payment-status' | 'travel.draft-get', status: number) => {
    const given: Parameters<typeof judgeAcceptance> = [
      sampleExchange(on, status),
      operation(on),
      'COUNTRY-01',
      'be like BE',
    ];
    return callJudge(sampleFacts, judgeAcceptance, given);
  };
  const verdict = (
    on: 'travel.payment-status' | 'travel.draft-get',
    status: number,
    paymentStatusExists: boolean,
  ) =>
    notRepeated(judgedAt(on, status), operation(on), {
      ...sampleFacts,
      decisions: { ...sampleFacts.decisions, paymentStatusExists },
    }).verdict;
  expect(verdict('travel.payment-status', 404, false)).toBe('observed');
  expect(verdict('travel.payment-status', 404, true)).toBe('inconclusive');
  expect(verdict('travel.payment-status', 400, false)).toBe('inconclusive');
  expect(verdict('travel.draft-get', 404, false)).toBe('inconclusive');
});

test.each([
  [false, 'observed'],
  [true, 'inconclusive'],
] as const)('an intermittent document, ready %s, is %s (S16)', (downloadReady, verdict) => {
  const on = 'travel.contract-download';
  const facts = { ...sampleFacts, decisions: { ...sampleFacts.decisions, downloadReady } };
  const row = operation(on);
  const given: Parameters<typeof judgeAcceptance> = [
    sampleExchange(on, 404),
    row,
    'COUNTRY-01',
    'be like BE',
  ];
  const judged = callJudge(facts, judgeAcceptance, given);
  expect(notRepeated(judged, row, facts).verdict).toBe(verdict);
});

test('a missing answer decides nothing', () => {
  const { response: _, ...unanswered } = sampleExchange('travel.draft-get', 200);
  const judged = judgeAcceptance(
    { ...unanswered, error: { code: 'DEADLINE', message: 'late' } },
    operation('travel.draft-get'),
    'COUNTRY-01',
    'be like BE',
  );
  expect(judged).toMatchObject({ verdict: 'inconclusive', got: 'no answer: DEADLINE' });
});

const G3 = 'gap.price-request';
const UPDATE = 'gap.draft-update';
const VALUE = 'GAP-LEGAL-policyholder.contact.email';

const written = (status?: number): Followed['legs'] => {
  const { response, ...sent } = sampleExchange(UPDATE, status ?? 599, { n: 3 });
  const exchange = status === undefined || !response ? sent : { ...sent, response };
  return [{ stage: 'write', operation: operation(UPDATE), exchange }];
};

test('a write that was not reached is reported by the cells of the draft', () => {
  const followed = { legs: [], stuck: 'an empty draft was refused' };
  expect(judgeStageNotReached(VALUE, UPDATE, 'it is accepted', followed, 'write')).toEqual({
    requirement: VALUE,
    operation: UPDATE,
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'DRAFT-02',
    wanted: 'it is accepted',
    got: 'an empty draft was refused',
    exchanges: [],
  });
});

test.each<[string, Followed, string, readonly number[]]>([
  ['the write was refused', { legs: written(400) }, 'status 400 at the write', [3]],
  [
    'the write was not answered',
    { legs: written() },
    'no answer: no reason given at the write',
    [3],
  ],
  ['nothing was written', { legs: [] }, 'nothing sent at the write', []],
  ['it got stuck', { legs: written(200), stuck: 'no id' }, 'no id', [3]],
])(
  'a price that was not reached is reported by legal requests: %s',
  (_, followed, got, exchanges) => {
    expect(judgeStageNotReached(VALUE, G3, 'it is priced', followed, 'price')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'LEGAL-01',
      got,
      exchanges,
    });
  },
);

const refused = (on: OperationId, status: number): Judgement => ({
  requirement: VALUE,
  operation: on,
  verdict: 'fail',
  wanted: 'it is accepted',
  got: `status ${status}`,
  status,
  exchanges: [3],
  twin: 1,
});

test.each<[string, OperationId, number, object]>([
  [
    'a price by 402 may follow the tariff',
    G3,
    402,
    { verdict: 'inconclusive', reason: 'unstated-rule' },
  ],
  ['a price by another status', G3, 400, { verdict: 'fail' }],
  ['a write by 402', UPDATE, 402, { verdict: 'fail' }],
])('a value that is accepted elsewhere is not to blame (V17): %s', (_, on, status, expected) => {
  const refusal = refused(on, status);
  const from = { evidence: { judge: 'said', given: [] }, judged: [refusal], at: 0 };
  const judged = judgeAcceptedElsewhere({ ...refusal, from });
  expect(judged).toEqual({ ...refusal, requirement: 'LEGAL-01', ...expected });
});

const OBJECT = 'TRAVEL-LEGAL-policyholder.contact';
const FIELD = 'TRAVEL-LEGAL-policyholder.contact.email';

const judgement = (
  requirement: Judgement['requirement'],
  verdict: Judgement['verdict'],
): Judgement => ({
  requirement,
  operation: 'travel.draft-create',
  verdict,
  wanted: 'accepted',
  got: 'status 400',
  exchanges: [1],
});

test('an empty object that is refused as such is a separate fail', () => {
  const refused = judgement(OBJECT, 'fail');

  expect(judgeBlamedAbsence(refused, judgement(FIELD, 'pass'))).toEqual(refused);
});

test('the field without which every body is refused is to blame for the refusals', () => {
  const absence = judgement(FIELD, 'fail');

  expect(judgeBlamedAbsence(judgement(OBJECT, 'fail'), absence)).toEqual({
    ...judgement(OBJECT, 'inconclusive'),
    reason: 'blocked-by',
    blockedBy: FIELD,
  });
  expect(judgeBlamedAbsence(judgement(OBJECT, 'pass'), absence).verdict).toBe('pass');
});

test('an absence that is not refused beside an accepted control request blames nothing', () => {
  const refused = judgement(OBJECT, 'fail');

  expect(judgeBlamedAbsence(refused, judgement(FIELD, 'inconclusive'))).toEqual(refused);
});
