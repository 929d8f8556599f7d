import { expect, test } from 'vitest';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import type { Followed } from './draft-fault.ts';
import { judgeLastStartDay } from './last-start-day.ts';

const CREATE = 'jobloss.draft-create';
const REQUIREMENT = 'JOBLOSS-LEGAL-terms.startDate';

const leg = (stage: Stage, on: OperationId, status: number) => {
  const exchange = sampleExchange(on, status, { n: 1 });
  return { stage, operation: operation(on), status, exchange };
};

/** A draft up to its contract, or up to the operation that refuses it. */
const draft = (write: number, contract?: number, price?: number): Followed => ({
  legs: [
    leg('write', CREATE, write),
    ...(price === undefined ? [] : [leg('price', 'jobloss.price-request', price)]),
    ...(contract === undefined ? [] : [leg('contract', 'jobloss.contract-create', contract)]),
  ],
});

const verdicts = (last: Followed, before?: Followed, purchaseMoment?: 'payment') =>
  judgeLastStartDay(REQUIREMENT, CREATE, last, before, {
    decisions: { ...sampleFacts.decisions, purchaseMoment },
  }).map(({ requirement, operation: on, verdict }) => `${requirement}@${on} ${verdict}`);

test.each([
  ['write', draft(400), draft(200, 200)],
  ['contract', draft(200, 400), draft(200, 200)],
] as const)('a refusal at the %s fails beside the day before', (_stage, last, before) => {
  expect(verdicts(last, before)).toEqual([`${REQUIREMENT}@${CREATE} fail`]);
});

test('a server error is no refusal (S9)', () => {
  expect(verdicts(draft(500), draft(200, 200))).toEqual([`ERROR-01@${CREATE} fail`]);
});

test.each([draft(400), undefined])('two server errors settle nothing (S9)', (before) => {
  expect(verdicts(draft(500), before)).toEqual([`ERROR-01@${CREATE} inconclusive`]);
});

test('a refusal at the price is only observed (V17)', () => {
  expect(verdicts(draft(200, undefined, 402), draft(200, undefined, 200))).toEqual([
    `${REQUIREMENT}@${CREATE} observed`,
  ]);
});

test('a refusal is only observed if a policy is purchased at its payment (P6)', () => {
  const judgements = verdicts(draft(400), draft(200, 200), 'payment');

  expect(judgements).toEqual([`${REQUIREMENT}@${CREATE} observed`]);
});

test('an accepted legal value passes', () => {
  expect(verdicts(draft(200, 200))).toEqual([`${REQUIREMENT}@${CREATE} pass`]);
});

test.each([
  ['the day before is refused as well', draft(400), draft(400)],
  ['the day before came no further', draft(200, 400), draft(200)],
  ['no answer says anything', draft(503), undefined],
  ['nothing was sent', { legs: [] }, undefined],
] as const)('nothing is judged if %s', (_why, last, before) => {
  expect(verdicts(last, before)).toEqual([]);
});
