import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { TemporaryRefusals } from './temporary-refusals.ts';

const DELAY = 500;

/** A call of a draft at a millisecond of the run, which takes ten. */
interface Sent {
  readonly at: number;
  readonly status: number;
  readonly on?: OperationId;
  readonly body?: string;
  readonly country?: string;
  readonly caller?: string;
  readonly intent?: Exchange['intent'];
  readonly test?: string;
}

const exchangeOf = (sent: Sent, n: number): Exchange => {
  const { at, status, on = 'travel.draft-update', body = '{"language":"nl"}' } = sent;
  const { country = 'BE', caller = 'owner', intent = 'open', test: name = 'fields/a' } = sent;
  const isRead = on.endsWith('-get');
  return {
    n,
    at: new Date(at).toISOString(),
    operation: on,
    test: name,
    intent,
    attempt: 1,
    request: {
      method: isRead ? 'GET' : 'PUT',
      url: `http://127.0.0.1/${country}/travel/drafts/7`,
      headers: { authorization: caller },
      ...(isRead ? {} : { body: { encoding: 'utf8', text: body } }),
    },
    response: { status, headers: {}, body: { encoding: 'utf8', text: '{}' } },
    timings: { total: 10 },
  };
};

/** Numbers of the calls that were refused and then served, although nothing changed. */
const foundIn = (calls: readonly Sent[]): readonly (readonly [number, number])[] => {
  const refusals = new TemporaryRefusals();
  for (const [at, sent] of [{ at: 0, status: 200, body: '{}' }, ...calls].entries())
    refusals.note(exchangeOf(sent, at));
  return refusals.take(DELAY).map(({ refused, served }) => [refused.n, served.n]);
};

const READ = 'travel.draft-get';

test.each<readonly [string, readonly Sent[]]>([
  [
    'an update',
    [
      { at: 100, status: 400 },
      { at: 200, status: 200 },
    ],
  ],
  [
    'an update, though a faulty one was refused before',
    [
      { at: 100, status: 400 },
      { at: 150, status: 400, body: '{"language":7}', intent: 'faulty' },
      { at: 200, status: 200 },
    ],
  ],
  [
    'a read, once the delay after the last change is over',
    [
      { at: 1700, status: 404, on: READ },
      { at: 1800, status: 200, on: READ },
    ],
  ],
])('a refusal was temporary: %s', (_, calls) => {
  const first = calls.findIndex(({ status, intent }) => status >= 400 && intent !== 'faulty');
  expect(foundIn(calls)).toEqual([[first + 1, calls.length]]);
});

test.each<readonly [string, readonly Sent[]]>([
  [
    'in another spelling of the country',
    [
      { at: 100, status: 400, country: 'be' },
      { at: 200, status: 200 },
    ],
  ],
  [
    'after another update',
    [
      { at: 100, status: 400 },
      { at: 150, status: 200, body: '{"language":"fr"}' },
      { at: 200, status: 200 },
    ],
  ],
  [
    'by another caller',
    [
      { at: 100, status: 403, caller: 'other' },
      { at: 200, status: 200, caller: 'other' },
    ],
  ],
  [
    'while another update was in flight',
    [
      { at: 98, status: 400, body: '{"language":7}', intent: 'faulty' },
      { at: 100, status: 400 },
      { at: 200, status: 200 },
    ],
  ],
  [
    'a read that may be early (D3)',
    [
      { at: 100, status: 404, on: READ },
      { at: 200, status: 200, on: READ },
    ],
  ],
  [
    'an update of a draft that may not be known everywhere yet (D3)',
    [
      { at: 100, status: 404 },
      { at: 200, status: 200 },
    ],
  ],
  [
    'an odd request',
    [
      { at: 100, status: 400, test: 'observations/a' },
      { at: 200, status: 200, test: 'observations/a' },
    ],
  ],
])('a refusal may have a reason if the same call is served: %s', (_, calls) => {
  expect(foundIn(calls)).toEqual([]);
});

test('the same content in another spelling changes nothing in between', () => {
  const spelled: readonly Sent[] = [
    { at: 100, status: 400, country: 'be' },
    { at: 200, status: 200 },
    { at: 300, status: 200, country: 'be' },
  ];
  expect(foundIn(spelled)).toEqual([[1, 3]]);
});
