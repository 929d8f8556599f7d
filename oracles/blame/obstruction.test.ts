import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { Finding } from '../finding.ts';
import { judgeObstacle, judgeObstruction } from './obstruction.ts';
import { sampleExchange } from '../example.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';

const UPDATE = 'gap.draft-update';
const BASE = {
  requirement: 'GAP-PRICE-02',
  operation: 'gap.contract-create',
  wanted: 'a refusal',
} as const;

const answer = (status: number): Exchange => sampleExchange(UPDATE, status, { n: 6 });
const findingOf = (requirement: Finding['requirement'], verdict: Finding['verdict']): Finding =>
  finding(cellOf(requirement, UPDATE), verdict);

test('a step with a missing value names its place in the target', () => {
  const obstacle = { origin: UPDATE, missing: 'the amount' } as const;
  expect(judgeObstacle(BASE, obstacle, [1, 2])).toEqual({
    ...BASE,
    verdict: 'inconclusive',
    reason: 'not-found-by-target',
    got: 'the amount was not found in the answer of Draft Update; set its place in the target',
    exchanges: [1, 2],
  });
});

test('a refused step names its first problem', () => {
  expect(judgeObstruction(BASE, answer(400), [findingOf('LEGAL-01', 'fail')])).toEqual({
    ...BASE,
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'LEGAL-01',
    got: 'not reached: Draft Update answered status 400',
    exchanges: [6],
  });
});

const FAILED = findingOf('ERROR-01', 'fail');
test.each<[string, readonly Finding[], Finding['requirement'] | null | undefined, string?]>([
  ['of several the first', [findingOf('LEGAL-01', 'inconclusive'), FAILED], undefined, 'LEGAL-01'],
  ['not what passed', [findingOf('PATH-01', 'pass'), FAILED], undefined, 'ERROR-01'],
  ['not what was only observed', [findingOf('PATH-01', 'observed'), FAILED], undefined, 'ERROR-01'],
  ['who is named', [FAILED], 'GAP-PRICE-04', 'GAP-PRICE-04'],
  ['nobody is named', [FAILED], null, 'ERROR-01'],
  ['nobody', [findingOf('PATH-01', 'pass')], undefined],
])('the culprit is: %s', (_, seen, blockedBy, expected) => {
  const judged = judgeObstruction(BASE, answer(500), seen, blockedBy);
  expect([judged.reason, judged.blockedBy]).toEqual(['blocked-by', expected]);
});

test.each([408, 429, 503])('%i is the environment, whoever is to blame (S8)', (status) => {
  const judged = judgeObstruction(BASE, answer(status), [FAILED], 'GAP-PRICE-04');
  expect(judged).toMatchObject({ verdict: 'inconclusive', reason: 'disturbance' });
  expect(judged).not.toHaveProperty('blockedBy');
});

test('no answer is a disturbance, and a link has no name', () => {
  const { response: _, ...silent } = answer(200);
  const { operation: _operation, ...link } = answer(404);

  expect(judgeObstruction(BASE, silent, [])).toMatchObject({
    reason: 'disturbance',
    got: 'not reached: Draft Update answered nothing',
  });
  expect(judgeObstruction(BASE, link, [])).toMatchObject({
    reason: 'blocked-by',
    got: 'not reached: a link answered status 404',
  });
});
