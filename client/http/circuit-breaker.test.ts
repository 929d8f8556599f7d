import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { testExchange } from '../testing/test-exchange.ts';

const { response: _none, ...bare } = testExchange();
const SILENT: Exchange = { ...bare, error: { code: 'DEADLINE', message: 'no answer' } };
const answered = (status: number, headers = {}): Exchange => ({
  ...bare,
  response: { status, headers, body: { encoding: 'utf8', text: '' } },
});

/** A circuit breaker with a virtual clock; `reasons` collects why the run was aborted. */
const watched = (
  given: { readonly deadline: number; readonly retryBudget: number } = {
    deadline: 10_000,
    retryBudget: 30_000,
  },
) => {
  const limits = { ...given, failuresInARow: 200 };
  const clock = { at: 0 };
  const reasons: string[] = [];
  const lines: readonly Line[] = ['travel', 'gap'];
  const giveUp = (why: string): void => void reasons.push(why);
  const breaker = createCircuitBreaker(limits, { lines, giveUp }, () => clock.at);
  /** A request of a line that took this many seconds. */
  const take = (line: Line, exchange: Exchange, seconds: number): void => {
    const begun = clock.at;
    clock.at += seconds * 1000;
    breaker.seen(line, exchange, begun);
  };
  return { clock, reasons, breaker, take };
};

test('aborts a run if no line answers for 30 s', () => {
  const { reasons, take } = watched();

  for (let turn = 0; turn < 3; turn += 1) take('travel', SILENT, 10);
  expect(reasons).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) take('gap', SILENT, 10);

  expect(reasons).toEqual(['stopped: no answer for 60 s']);
});

test('one answer, however slow or wrong, is enough to continue', () => {
  const { reasons, breaker, take } = watched();

  for (let turn = 0; turn < 100; turn += 1) {
    for (const line of ['travel', 'gap'] as const) {
      take(line, SILENT, 10);
      take(line, SILENT, 10);
      take(line, answered(turn % 2 === 0 ? 200 : 500), 9.9);
    }
  }

  expect(reasons).toEqual([]);
  expect(breaker.deadline('gap')).toBe(10_000);
});

test('an answer during another request counts from its arrival', () => {
  const { clock, breaker, take } = watched();

  take('gap', answered(200), 9);
  for (let turn = 0; turn < 5; turn += 1) breaker.seen('gap', SILENT, clock.at - 9000);
  take('gap', SILENT, 29);

  expect(breaker.deadline('gap')).toBe(10_000);
});

test('a time without requests is no outage', () => {
  const { clock, reasons, take, breaker } = watched();

  take('gap', answered(200), 1);
  clock.at += 3_600_000;
  for (let turn = 0; turn < 5; turn += 1) take('gap', SILENT, 0.001);

  expect(breaker.deadline('gap')).toBe(10_000);
  expect(reasons).toEqual([]);
});

test('a line without answers is reduced to one request at a time', () => {
  const { clock, breaker, take } = watched();

  for (let turn = 0; turn < 3; turn += 1) take('gap', SILENT, 10);

  expect([1, 2, 3].map(() => breaker.deadline('gap'))).toEqual([10_000, 1000, 1000]);
  expect(breaker.deadline('travel')).toBe(10_000);
  clock.at += 10_000;
  expect(breaker.deadline('gap')).toBe(10_000);
  take('gap', answered(404), 1);
  expect(breaker.deadline('gap')).toBe(10_000);
});

test('aborts after one retry budget if a service only asks to wait', () => {
  const { reasons, take } = watched();

  take('gap', answered(503, { 'retry-after': '30' }), 30);
  take('travel', answered(429, { 'retry-after': '30' }), 0);
  expect(reasons).toEqual([]);
  take('travel', answered(429, { 'retry-after': '30' }), 30);

  expect(reasons).toEqual(['stopped: no answer other than 429, 503 for 60 s']);
});

test('aborts after a number of answers that ask to wait for longer than the budget', () => {
  const { reasons, take, breaker } = watched();
  const later = answered(503, { 'retry-after': '3600' });

  for (const line of ['travel', 'gap'] as const)
    for (let turn = 0; turn < 50; turn += 1) take(line, later, 0.01);

  expect(reasons).toEqual(['stopped: no answer other than 503 for 1 s']);
  expect(breaker.retryBudget('gap')).toBe(0);
});

test('tolerates a service that is busy for some seconds without Retry-After', () => {
  const { reasons, take } = watched();

  for (let turn = 0; turn < 200; turn += 1)
    for (const line of ['travel', 'gap'] as const) take(line, answered(429), 0.05);

  expect(reasons).toEqual([]);
});

test('a short limit in the target does not turn a short silence into an abort', () => {
  const { reasons, take } = watched({ deadline: 100, retryBudget: 0 });

  for (const line of ['travel', 'gap'] as const)
    for (let turn = 0; turn < 40; turn += 1) take(line, SILENT, 0.1);

  expect(reasons).toEqual([]);
});

test('ignores requests without a line', () => {
  const { breaker, reasons } = watched();

  for (let turn = 0; turn < 100; turn += 1) breaker.seen(undefined, SILENT, 0);

  expect([breaker.deadline(undefined), breaker.retryBudget(undefined)]).toEqual([10_000, 30_000]);
  expect(reasons).toEqual([]);
});

test('aborts after enough consecutive failures, on whatever lines, over a minimum time', () => {
  const { reasons, take } = watched();
  const fail = (count: number, seconds: number, status: (turn: number) => number = () => 500) => {
    for (let turn = 0; turn < count; turn += 1)
      take(turn % 2 === 0 ? 'gap' : 'travel', answered(status(turn)), seconds);
  };

  fail(199, 0.2);
  take('gap', answered(400), 0.2);
  // A short outage, however many requests it hits.
  fail(1000, 0.01);
  take('gap', answered(200), 0.2);
  fail(199, 0.2, (turn) => (turn % 2 === 0 ? 500 : 501));
  expect(reasons).toEqual([]);
  take('travel', SILENT, 0.2);

  expect(reasons).toEqual([
    'stopped: 200 consecutive requests over 40 s got only 500, 501, no answer',
  ]);
  fail(300, 1);
  expect(reasons).toHaveLength(1);
});
