import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { type ContractCall, judgeOneContract } from './one-contract.ts';
import { sampleExchange } from '../example.ts';

let n = 0;
const answered = (status: number): Exchange =>
  sampleExchange('gap.contract-create', status, { n: (n += 1) });
const read = (status: number): Exchange =>
  sampleExchange('gap.contract-get', status, { n: (n += 1) });
const unanswered = (): Exchange => {
  const { response: _, ...exchange } = answered(0);
  return { ...exchange, error: { code: 'DEADLINE', message: 'no answer within 50 ms' } };
};

const made = (contractId: string, served?: number): ContractCall => ({
  exchange: answered(303),
  contractId,
  ...(served === undefined ? {} : { read: read(served) }),
});
const refused = (status: number): ContractCall => ({ exchange: answered(status) });
const judged = (...calls: readonly ContractCall[]) => judgeOneContract(calls, 'a test');

test('two contracts that are both served fail, the second call last', () => {
  const first = made('a', 200);
  const second = made('b', 200);

  expect(judged(first, refused(409), second)).toMatchObject({
    verdict: 'fail',
    got: 'two contracts, a and b; Contract Get finds both',
    exchanges: [first.exchange.n, first.read?.n, second.read?.n, second.exchange.n],
  });
});

test.each([400, 401, 403, 404, 409, 422, 428])('a second call refused with %i passes', (status) => {
  expect(judged(made('a'), refused(status)).verdict).toBe('pass');
});

test('the same contract again passes, whatever else differs in its link', () => {
  expect(judged(made('a'), made('a'), made('a')).verdict).toBe('pass');
});

test.each([
  ['the second contract is not served', made('a', 200), made('b', 404)],
  ['the first contract is not served', made('a', 404), made('b', 200)],
  ['Contract Get serves none of them', made('a', 404), made('b', 404)],
])('different ids prove nothing if %s', (_, first, second) => {
  expect(judged(first, second)).toMatchObject({ verdict: 'inconclusive', reason: 'other-code' });
});

test('a link without an id does not prove another contract', () => {
  const nameless: ContractCall = { exchange: answered(303) };

  expect(judged(made('a'), nameless)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'not-found-by-target',
  });
});

test('a server error of the second call settles nothing (S6)', () => {
  expect(judged(made('a'), refused(500))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'other-code',
    got: '1 × 303, 1 × 500',
  });
});

test.each([429, 502, 503, 504])('a second call answered %i settles nothing (K4)', (status) => {
  expect(judged(made('a'), refused(status))).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
});

test('ignores a call without an answer if two others were answered', () => {
  const lost: ContractCall = { exchange: unanswered() };

  expect(judged(made('a'), lost)).toMatchObject({ verdict: 'inconclusive', reason: 'disturbance' });
  expect(judged(made('a'), lost, refused(409))).toMatchObject({
    verdict: 'pass',
    got: '1 × 303, 1 × DEADLINE, 1 × 409',
  });
});

test('proves nothing if nobody got a contract', () => {
  expect(judged(refused(409), refused(409))).toMatchObject({
    verdict: 'observed',
    reason: 'specification-silent',
  });
});

test('two contracts fail also beside a server error and a lost answer', () => {
  expect(
    judged(refused(500), made('a', 200), { exchange: unanswered() }, made('b', 200)).verdict,
  ).toBe('fail');
});
