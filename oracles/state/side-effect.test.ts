import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import {
  type CallBefore,
  judgeChangedDraft,
  judgeUnexpectedRefusal,
  type UnexpectedRefusal,
} from './side-effect.ts';

const before = (
  operation: OperationId,
  more: Partial<CallBefore> = { sameDraft: true },
): CallBefore => ({ operation, exchange: 8, sameDraft: false, sameItem: false, ...more });

const seen = (operation: OperationId, more: Partial<Judgement> = {}): Judgement => ({
  requirement: 'PATH-01',
  operation,
  verdict: 'fail',
  wanted: 'the call is served',
  got: 'status 404',
  exchanges: [9],
  ...more,
});

const outcome = (operation: OperationId, more: Partial<UnexpectedRefusal>): string | undefined => {
  const judged = judgeUnexpectedRefusal({
    operation,
    exchange: 9,
    status: 404,
    seen: seen(operation),
    isDraftReadable: true,
    isPriced: false,
    isCommitted: false,
    ...more,
  });
  // The roll-up compares fails by it: a draft whose reads end in server errors is one finding (S9).
  const { status = 404 } = more;
  expect(judged?.status === status).toBe(judged !== undefined);
  return judged && `${judged.requirement}@${judged.operation} ${judged.verdict}`;
};

const CAR_PUT = 'travel.car-put';
const PRICE = 'gap.price-request';
const UPDATE = 'gap.draft-update';

test.each([
  ['travel.car-delete', { sameDraft: true }, 'TRAVEL-CAR-02@travel.car-delete fail'],
  ['travel.car-post', { sameDraft: true }, 'TRAVEL-CAR-02@travel.car-post fail'],
  ['travel.car-post', { sameDraft: true, sameItem: true }, 'PATH-01@travel.car-put fail'],
  ['travel.car-delete', { sameDraft: false }, 'PATH-01@travel.car-put fail'],
  ['travel.person-delete', { sameDraft: true }, 'TRAVEL-ITEM-01@travel.person-delete fail'],
  ['travel.draft-get', { sameDraft: true }, 'PATH-01@travel.car-put fail'],
] as const)('a car that is gone after %s %o is %s', (operation, more, expected) => {
  expect(outcome(CAR_PUT, { before: before(operation, more) })).toBe(expected);
});

test('a car that cannot be added is no lost car', () => {
  expect(outcome('travel.car-post', { before: before('travel.car-delete') })).toBe(
    'PATH-01@travel.car-post fail',
  );
});

test.each([
  ['travel.draft-update', true, 'DRAFT-03@travel.draft-update fail'],
  ['travel.draft-get', true, 'DRAFT-03@travel.draft-get fail'],
  ['travel.draft-create', true, 'DRAFT-01@travel.draft-get fail'],
  ['travel.draft-update', false, 'DRAFT-04@travel.draft-update fail'],
  ['travel.draft-create', false, 'DRAFT-04@travel.draft-create fail'],
  ['travel.draft-get', false, 'DRAFT-01@travel.draft-get fail'],
  ['travel.lead-create', true, 'DRAFT-01@travel.draft-get fail'],
] as const)(
  'a draft that is gone after %s, of the same draft %s, is %s',
  (on, sameDraft, expected) => {
    const gone = { isDraftReadable: false, before: before(on, { sameDraft }) };

    expect(outcome('travel.draft-get', gone)).toBe(expected);
    expect(outcome(CAR_PUT, gone)).toBe(expected);
  },
);

test('a refused further price request names the accepted one as its control request', () => {
  const refusal = { status: 409, acceptedBefore: 5, before: before(UPDATE) };

  expect(outcome(PRICE, refusal)).toBe('GAP-PRICE-01@gap.price-request fail');
  expect(
    judgeUnexpectedRefusal({
      operation: PRICE,
      exchange: 9,
      seen: seen(PRICE, { verdict: 'inconclusive' }),
      isDraftReadable: true,
      isPriced: true,
      isCommitted: false,
      ...refusal,
    }),
  ).toMatchObject({ twin: 5, exchanges: [8, 9] });
});

test('a first price request that a rule of the service refuses is left open', () => {
  const open = seen(PRICE, { verdict: 'inconclusive', reason: 'unstated-rule' });

  expect(outcome(PRICE, { status: 402, seen: open })).toBeUndefined();
});

test('an update is to blame for the price only while the draft is priced', () => {
  const refused = {
    status: 409,
    acceptedBefore: 5,
    seen: seen(UPDATE, { requirement: 'LEGAL-01' }),
  };

  expect(outcome(UPDATE, { ...refused, isPriced: true })).toBe(
    'GAP-PRICE-04@gap.draft-update fail',
  );
  expect(outcome(UPDATE, { ...refused, isPriced: false })).toBe('LEGAL-01@gap.draft-update fail');
});

test.each([
  ['jobloss.draft-update', 409, 'LEGAL-01@jobloss.draft-update observed'],
  ['travel.car-post', 423, 'LEGAL-01@travel.car-post observed'],
  ['jobloss.draft-update', 400, 'LEGAL-01@jobloss.draft-update observed'],
  ['travel.car-delete', 422, 'LEGAL-01@travel.car-delete observed'],
  // 401 is about the caller, 404 reports a missing draft, 405 a missing operation.
  ['travel.car-post', 401, 'LEGAL-01@travel.car-post fail'],
  ['travel.car-post', 404, 'LEGAL-01@travel.car-post fail'],
  ['travel.car-post', 405, 'LEGAL-01@travel.car-post fail'],
  ['jobloss.draft-update', 500, 'LEGAL-01@jobloss.draft-update fail'],
  ['jobloss.lead-create', 409, 'LEGAL-01@jobloss.lead-create fail'],
  ['gap.draft-update', 400, 'LEGAL-01@gap.draft-update fail'],
  ['gap.draft-update', 409, 'LEGAL-01@gap.draft-update fail'],
] as const)('after a lead or user terms, %s refused with %i is %s', (on, status, expected) => {
  const refused = { status, seen: seen(on, { requirement: 'LEGAL-01' }) };

  expect(outcome(on, { ...refused, isCommitted: true })).toBe(expected);
  expect(outcome(on, refused)).toBe(`LEGAL-01@${on} fail`);
});

test('a path that is no longer served, or has a server error, stays one', () => {
  const broken = seen(PRICE, { requirement: 'ERROR-01' });

  expect(outcome(PRICE, { status: 405, acceptedBefore: 5 })).toBe('PATH-01@gap.price-request fail');
  expect(outcome(PRICE, { status: 500, acceptedBefore: 5, seen: broken })).toBe(
    'ERROR-01@gap.price-request fail',
  );
});

const fields = ['language', 'terms.variant'].map((name) =>
  seen('landlord.draft-update', {
    requirement: `LANDLORD-READBACK-${name}` as Judgement['requirement'],
    exchanges: [3, 9],
  }),
);

test('values that changed after another draft was written are one finding, on that write', () => {
  const judged = judgeChangedDraft(fields, before('landlord.draft-update', { sameDraft: false }));

  expect(judged).toMatchObject([
    { requirement: 'DRAFT-04', operation: 'landlord.draft-update', exchanges: [3, 8, 9] },
  ]);
});

test('values that changed with a refused update of the draft are one finding, on the refusal', () => {
  const refused = { sameDraft: true, isRefused: true } as const;
  const judged = judgeChangedDraft(fields, before('landlord.draft-update', refused));

  expect(judged).toMatchObject([
    { requirement: 'DRAFT-05', operation: 'landlord.draft-update', exchanges: [3, 8, 9] },
  ]);
});

test.each([
  ['landlord.draft-update', { sameDraft: false, isRefused: true }],
  ['landlord.price-request', { sameDraft: true, isRefused: true }],
  ['landlord.draft-update', { sameDraft: true }],
  ['landlord.price-request', { sameDraft: false }],
] as const)('values that changed after %s (%o) are reported field by field', (on, more) => {
  const outcome = judgeChangedDraft(fields, before(on, more));

  expect(outcome).toEqual(fields.map((each) => ({ ...each, verdict: 'fail' })));
});

test('a document that was served before and has disappeared is a fail, whether or not the target declares it ready', () => {
  const on = 'jobloss.contract-download';
  const open = seen(on, { verdict: 'inconclusive', reason: 'not-declared' });

  expect(outcome(on, { seen: open })).toBeUndefined();
  expect(outcome(on, { seen: open, acceptedBefore: 7 })).toBe(`PATH-01@${on} fail`);
});
