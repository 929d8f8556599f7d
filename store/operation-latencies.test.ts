import { expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { latenciesOf } from './operation-latencies.ts';

const response: Exchange['response'] = {
  status: 200,
  headers: {},
  body: { encoding: 'utf8', text: '' },
};
const answer = (total: number) =>
  ({ operation: 'gap.draft-get', response, timings: { total } }) as const;

test('gives the median and the 95th percentile of the answers of each operation', () => {
  const answers = Array.from({ length: 100 }, (_, at) => answer(100 - at + 0.04));

  expect(latenciesOf(answers)).toEqual({ 'gap.draft-get': { answers: 100, p50: 50, p95: 95 } });
});

test('leaves out calls without an answer, and calls of no operation', () => {
  const calls = [
    { operation: 'gap.draft-get', timings: { total: 9 } } as const,
    { response, timings: { total: 9 } },
    answer(3),
  ];

  expect(latenciesOf(calls)).toEqual({ 'gap.draft-get': { answers: 1, p50: 3, p95: 3 } });
});
