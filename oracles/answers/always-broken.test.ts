import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import {
  type Declared,
  isSuspected,
  judgeAlwaysBroken,
  type LegalCalls,
  withLegalCall,
} from './always-broken.ts';
import { sampleExchange } from '../example.ts';

const ALL: Declared = { body: true, paymentTerms: true, vehicleCodes: true };
const NONE: Declared = { body: false, paymentTerms: false, vehicleCodes: false };

const after = (
  on: OperationId,
  statuses: readonly number[],
  declared = ALL,
  body: (at: number) => string = (at) => `{"at":${at}}`,
): LegalCalls =>
  statuses.reduce<LegalCalls>(
    (seen, status, at) => {
      const exchange = sampleExchange(on, status, { n: at + 1 });
      const request = { ...exchange.request, body: { encoding: 'utf8', text: body(at) } as const };
      return withLegalCall(seen, { ...exchange, request }, declared);
    },
    { broken: new Map() },
  );
const verdicts = (...args: Parameters<typeof after>) =>
  judgeAlwaysBroken(args[0], after(...args)).map(({ verdict }) => verdict);
const FIVE = [500, 500, 500, 500, 500];

test('five different legal requests that all end in 500 are a fail without a control request (S9)', () => {
  expect(
    judgeAlwaysBroken('travel.draft-create', after('travel.draft-create', FIVE)),
  ).toMatchObject([
    { verdict: 'fail', ownEvidence: true, exchanges: [4] },
    { verdict: 'fail', ownEvidence: true, exchanges: [5] },
  ]);
});

test('four are not enough, nor five equal ones, nor five with another answer among them', () => {
  expect(verdicts('travel.draft-create', FIVE.slice(1))).toEqual([]);
  expect(isSuspected(after('travel.draft-create', FIVE.slice(1)))).toBe(true);
  expect(verdicts('travel.draft-create', FIVE, ALL, () => '{}')).toEqual([]);
  expect(verdicts('travel.draft-create', [...FIVE, 400])).toEqual([]);
});

test('a disturbance does not count as another answer', () => {
  expect(verdicts('travel.draft-create', [503, ...FIVE, 429])).toEqual(['fail', 'fail']);
});

test('leaves out bodies with unspecified values, unless the target states them', () => {
  for (const on of ['gap.draft-create', 'gap.contract-create', 'gap.price-request'] as const) {
    expect(verdicts(on, FIVE, NONE)).toEqual([]);
    expect(verdicts(on, FIVE, ALL)).toEqual(['fail', 'fail']);
  }
  const vehicle = (at: number) => `{"risk":{"vehicle":{"details":${at}}}}`;
  expect(verdicts('gap.draft-update', FIVE, NONE, vehicle)).toEqual([]);
  expect(verdicts('gap.draft-update', FIVE, NONE)).toEqual(['fail', 'fail']);
  expect(verdicts('jobloss.draft-create', FIVE, NONE)).toEqual(['fail', 'fail']);
});
