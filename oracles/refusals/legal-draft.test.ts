import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Followed } from './draft-fault.ts';
import type { Judgement } from '../finding.ts';
import { judgeAtLarge, judgeStageNotReached } from './legal-draft.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';

const G3 = 'gap.price-request';
const UPDATE = 'gap.draft-update';
const VALUE = 'GAP-LEGAL-policyholder.contact.email';

const written = (status?: number): Followed['legs'] => {
  const { response, ...sent } = sampleExchange(UPDATE, status ?? 599, { n: 3 });
  const exchange = status === undefined || !response ? sent : { ...sent, response };
  return [{ stage: 'write', operation: operation(UPDATE), exchange }];
};

test('a write that was not reached is told by the cells of the draft', () => {
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
  ['the write was not answered', { legs: written() }, 'status none at the write', [3]],
  ['nothing was written', { legs: [] }, 'status none at the write', []],
  ['it got stuck', { legs: written(200), stuck: 'no id' }, 'no id', [3]],
])('a price that was not reached is told by legal requests: %s', (_, followed, got, exchanges) => {
  expect(judgeStageNotReached(VALUE, G3, 'it is priced', followed, 'price')).toMatchObject({
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'LEGAL-01',
    got,
    exchanges,
  });
});

const refused = (on: OperationId, got: string): Judgement => ({
  requirement: VALUE,
  operation: on,
  verdict: 'fail',
  wanted: 'it is accepted',
  got,
  exchanges: [3],
  twin: 1,
});

test.each<[string, OperationId, string, object]>([
  [
    'a price by 402 may follow the tariff',
    G3,
    'status 402',
    { verdict: 'inconclusive', reason: 'unstated-rule' },
  ],
  ['a price by another status', G3, 'status 400', { verdict: 'fail' }],
  ['a write by 402', UPDATE, 'status 402', { verdict: 'fail' }],
])('a value that is taken elsewhere is not to blame (V17): %s', (_, on, got, expected) => {
  const said = refused(on, got);
  const from = { evidence: { judge: 'said', given: [] }, judged: [said], at: 0 };
  const told = judgeAtLarge({ ...said, from });
  expect(told).toEqual({ ...said, requirement: 'LEGAL-01', ...expected });
});
