import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { judgeCheckpoint, type Leg, type Stage } from './checkpoint.ts';

const OPERATIONS = {
  write: operation('travel.draft-update'),
  price: operation('travel.price-request'),
  contract: operation('travel.contract-create'),
};
const legs = (...statuses: readonly [Stage, number | undefined][]): Leg[] =>
  statuses.map(([stage, status]) => ({ stage, operation: OPERATIONS[stage], status }));
const verdict = (checkpoint: Stage, ...statuses: readonly [Stage, number | undefined][]) =>
  judgeCheckpoint(legs(...statuses), checkpoint).verdict;

test('refused at the write passes, whatever the checkpoint (E3)', () => {
  expect(verdict('write', ['write', 400])).toBe('pass');
  expect(verdict('contract', ['write', 422])).toBe('pass');
});

test('refused late but in time passes, with a code of that step (E3, E8)', () => {
  expect(verdict('price', ['write', 200], ['price', 402])).toBe('pass');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 409])).toBe('pass');
});

test('accepted at the checkpoint fails (E1, E3, E4)', () => {
  expect(verdict('write', ['write', 200])).toBe('fail');
  expect(verdict('price', ['write', 200], ['price', 201])).toBe('fail');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 303])).toBe('fail');
});

test('a priced draft alone settles nothing where the contract decides (E4)', () => {
  expect(verdict('contract', ['write', 200], ['price', 200])).toBe('inconclusive');
});

test('a server error fails where a client code is listed for the cause (S9)', () => {
  expect(verdict('write', ['write', 500])).toBe('fail');
  expect(verdict('price', ['write', 200], ['price', 500])).toBe('inconclusive');
});

test('where no status is listed for the cause, any 4xx refuses (S4)', () => {
  const gap = { stage: 'write', operation: operation('gap.draft-update') } as const;
  for (const status of [400, 403, 404, 409, 413, 415, 422])
    expect(judgeCheckpoint([{ ...gap, status }], 'contract').verdict).toBe('pass');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 403])).toBe('pass');
  for (const status of [401, 408, 421, 425, 429, 500])
    expect(judgeCheckpoint([{ ...gap, status }], 'contract').verdict).toBe('inconclusive');
});

test('413 to a contract call says nothing of the contract (K4)', () => {
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 413])).toBe(
    'inconclusive',
  );
});

test.each([undefined, 408, 421, 425, 429, 503, 415, 401, 403, 404])(
  '%s says nothing of the draft',
  (status) => {
    expect(verdict('write', ['write', status])).toBe('inconclusive');
  },
);

test('no leg at all settles nothing', () => {
  expect(verdict('write')).toBe('inconclusive');
});
