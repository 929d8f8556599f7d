import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { issuedValues } from './issued-values.ts';

const HOST = 'https://service.example';

/** A call and its answer; bodies are JSON. */
const call = (
  n: number,
  path: string,
  sent?: unknown,
  answered?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Exchange => {
  const bodyOf = (value: unknown) => ({ encoding: 'utf8', text: JSON.stringify(value) }) as const;
  return {
    n,
    at: '2026-11-27T10:00:00Z',
    test: 'test',
    intent: 'open',
    attempt: 1,
    request: {
      method: sent === undefined ? 'GET' : 'POST',
      url: HOST + path,
      headers: {},
      ...(sent === undefined ? {} : { body: bodyOf(sent) }),
    },
    response: { status: 200, headers, body: bodyOf(answered ?? {}) },
    timings: { total: 1 },
  };
};

const usesIn = (lanes: readonly (readonly Exchange[])[]) => {
  const { usesOf } = issuedValues(lanes);
  return lanes
    .flat()
    .flatMap((exchange) =>
      usesOf(exchange).map(({ text, issued, edit }) => [exchange.n, text, issued.name, edit]),
    );
};

const ID = 'f9677cb4-2a12-4296';

test.each([
  ['the id itself', ID, { kind: 'none' }],
  ['an id without its last character', ID.slice(0, -1), { kind: 'end', dropped: 1, added: '' }],
  ['an id with another last one', `${ID.slice(0, -1)}x`, { kind: 'end', dropped: 1, added: 'x' }],
  ['an id and one more', `${ID}x`, { kind: 'end', dropped: 0, added: 'x' }],
  ['an id with another first one', `x${ID.slice(1)}`, { kind: 'start', dropped: 1, added: 'x' }],
  ['an id in capitals', ID.toUpperCase(), { kind: 'upper' }],
])('%s in a path is that of the answer', (_, sent, edit) => {
  const lanes = [
    [call(1, '/BE/travel/drafts', { language: 'fr' }, { draftId: ID })],
    [call(2, `/BE/travel/drafts/${sent}`)],
  ];

  expect(usesIn(lanes)).toEqual([[2, sent, 'draftId_1', edit]]);
});

test('amounts and tokens in a body, and a segment of Location, are those of the answers', () => {
  const lanes = [
    [call(1, '/BE/travel/price', {}, { premium: { value: 1234 }, token: 'abcdefgh' })],
    [call(2, '/BE/travel/contract', { value: 1234, token: 'abcdefgh' }, {}, { location: '/c/77' })],
    [call(3, '/BE/travel/contracts/77')],
  ];

  expect(usesIn(lanes)).toEqual([
    [2, '1234', 'value_1', { kind: 'none' }],
    [2, 'abcdefgh', 'token_1', { kind: 'none' }],
    [3, '77', 'location_2', { kind: 'none' }],
  ]);
});

test('a value that a call sent first, and an answer to a call at the same time, issue nothing', () => {
  const lanes = [
    [call(1, '/BE/travel/drafts', { city: 'Mechelen' }, { city: 'Mechelen', draftId: ID })],
    [
      call(2, '/BE/travel/drafts/x', { city: 'Mechelen' }, { other: 'abcdefghij' }),
      call(3, '/abcdefghij'),
    ],
  ];

  expect(usesIn(lanes)).toEqual([]);
});
