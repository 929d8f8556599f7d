import { expect, test } from 'vitest';
import type { Client } from '../../client/http/client.ts';
import { sampleExchange } from '../../oracles/example.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { unloadedAnswerOf } from '../preparation/unloaded-answer.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';
import { examineDeviations } from './deviating-answers.ts';

const REST = { priceRequestId: 'a', amount: 1325, prices: [{ value: 7 }] };

interface Case {
  readonly body: unknown;
  /** Answer to a repeated request; undefined if it is not repeated. */
  readonly again?: unknown;
  readonly status?: number;
  readonly samePrice?: boolean;
  /** Pointers of values that vary before the load; default: that of the id. */
  readonly varying?: readonly string[];
}

const exchangeOf = (line: Line, status: number, body: unknown): Exchange =>
  sampleExchange(
    `${line}.price-request` as 'gap.price-request',
    status,
    body === undefined ? {} : { body },
  );

/** Sightings and findings on one answer of a draft that had a price before the load. */
const reportOf = async (line: Line, given: Case) => {
  const { body, again, status = 200, samePrice, varying = ['/priceRequestId'] } = given;
  const exchange = exchangeOf(line, status, body);
  const expected = {
    status: 200,
    lastModified: false,
    varying,
    idPlace: '/priceRequestId',
    compareNumbers: true,
  };
  const answer = unloadedAnswerOf(JSON.stringify(REST), expected);
  const drafts = new Map([[exchange.request.url, { draft: 'd', answer, id: 'a' }]]);
  const sightings: Sighting[] = [];
  const noted: string[] = [];
  const client = { send: () => Promise.resolve(exchangeOf(line, 200, again)) } as unknown as Client;
  const target = { gapPrice: ['/amount'], load: { allow: true, slo: { lines: {} }, samePrice } };
  const { take, settled } = examineDeviations({
    lines: new Map([[line, { expected, drafts }]]),
    noted: {
      note: (_exchange, judgements) =>
        noted.push(...judgements.map(({ requirement }) => requirement)),
    },
    asking: again === undefined ? undefined : { client, target, signal: undefined },
    add: (sighting) => sightings.push(sighting),
  });
  take(exchange, 1);
  await settled();
  return {
    noted,
    seen: sightings.map(({ kind, isExcluded }) => `${kind}${isExcluded ? ', excluded' : ''}`),
  };
};

const GONE = 'answers without a price, for drafts that had one before the load';
const OTHER = 'a different price than before the load, for the same draft';
const dearer = { ...REST, amount: 1425 };

test.each<
  readonly [
    string,
    Line,
    Case,
    { readonly seen?: readonly string[]; readonly noted?: readonly string[] },
  ]
>([
  [
    'an error in a 200',
    'jobloss',
    { body: { error: {} }, again: REST },
    { seen: [`${GONE}, excluded`] },
  ],
  ['no body', 'jobloss', { body: undefined, again: REST }, { seen: [`${GONE}, excluded`] }],
  [
    'a price that is gone for good',
    'jobloss',
    { body: { error: {} }, again: { error: {} } },
    { seen: [GONE] },
  ],
  ['a price that nobody can ask for again', 'jobloss', { body: {} }, { seen: [GONE] }],
  [
    'another amount of motor gap',
    'gap',
    { body: dearer, again: REST },
    { noted: ['GAP-PRICE-03'] },
  ],
  ['an amount of motor gap that has moved', 'gap', { body: dearer, again: dearer }, {}],
  ['another price of travel', 'travel', { body: dearer, again: REST }, { seen: [OTHER] }],
  [
    'another price where the target excludes it',
    'travel',
    { body: dearer, again: REST, samePrice: true },
    { seen: [`${OTHER}, excluded`] },
  ],
  [
    'a member less',
    'travel',
    { body: { priceRequestId: 'b', amount: 1325 } },
    { seen: ['answers with other members than before the load'] },
  ],
  [
    'a price that varies, and is missing',
    'jobloss',
    { body: { ...REST, prices: [] }, varying: ['/priceRequestId', '/prices/0/value'] },
    { seen: ['answers with other members than before the load'] },
  ],
  [
    'another currency',
    'gap',
    { body: { ...REST, total: { currency: 'USD', value: 1325 } } },
    { seen: ['amounts in USD instead of EUR, excluded'] },
  ],
  [
    'another status',
    'travel',
    { body: { ...REST, priceRequestId: 'b' }, status: 201 },
    { seen: ['status 201 instead of 200'] },
  ],
])('%s', async (_, line, given, { seen = [], noted = [] }) => {
  expect(await reportOf(line, given)).toEqual({ seen, noted });
});
