import { describe, expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import { openPointsIn } from './open-points.ts';
import { sampleExchange } from './example.ts';

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly version?: string;
  readonly body?: string;
  readonly test?: string;
}

const ORIGIN = 'http://quoting.example/base';

const exchange = (
  on: OperationId,
  status: number,
  { path = '/BE', method = 'POST', version = '1.0', body, test = 'sample' }: Sent,
  answer: { headers?: Record<string, string>; body?: unknown; n?: number } = {},
): Exchange => ({
  ...sampleExchange(on, status, answer),
  test,
  request: {
    method,
    url: `${ORIGIN}${path}`,
    headers: { 'service-api-version': version },
    ...(body === undefined ? {} : { body: { encoding: 'utf8', text: body } }),
  },
});

const DRAFTS = '/BE/home/landlord/drafts';
const create = (status: number, answer: Parameters<typeof exchange>[3] = {}, sent: Sent = {}) =>
  exchange('landlord.draft-create', status, { path: DRAFTS, ...sent }, answer);

/** Outcomes of one question, with their places. */
const outcomes = (id: string, ...exchanges: Exchange[]) =>
  openPointsIn(exchanges)
    .filter((point) => point.id === id)
    .map(({ operation, outcome }) => `${operation}: ${outcome}`);

const priced = (body: unknown, date = 'Sat, 21 Nov 2026 09:00:00 GMT') =>
  exchange(
    'landlord.price-request',
    200,
    { path: `${DRAFTS}/1/price-requests` },
    { body, headers: { date } },
  );

const written = (
  path: string,
  sent: unknown,
  answer: unknown,
  method: 'PUT' | 'GET' = 'PUT',
): Exchange =>
  exchange(
    method === 'PUT' ? 'landlord.draft-update' : 'landlord.draft-get',
    200,
    {
      path: `${DRAFTS}/${path}`,
      method,
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    { body: answer },
  );

describe('landlord drafts', () => {
  const shown = written('1', {}, { risk: { alreadyOccupied: true } });
  const empty = { risk: { alreadyOccupied: false } };

  test('reports a false that disappears if the field is shown otherwise', () => {
    const id = 'empty-values-vanish';
    const vanished = written('2', empty, {});
    expect(outcomes(id, shown, vanished)).toEqual(['landlord.draft-update: yes']);
    expect(outcomes(id, shown, written('2', empty, empty))).toEqual(['landlord.draft-update: no']);
    expect(outcomes(id, vanished)).toEqual([]);
  });

  test('reports a changing createdAt in every format', () => {
    const read = (at: string) => written('1', undefined, { createdAt: at }, 'GET');
    const first = read('2026-11-21T09:17:03Z');
    const id = 'created-at-moves';
    expect(outcomes(id, first, read('2026-11-21T10:17:03+01:00'))).toEqual([
      'landlord.draft-get: no',
    ]);
    expect(outcomes(id, first, read('2026-11-21T09:17:04Z'))).toEqual(['landlord.draft-get: yes']);
    expect(outcomes(id, first)).toEqual([]);
  });
});

describe('statuses', () => {
  test('reports an unstated success for each operation', () => {
    const put = exchange('landlord.draft-update', 204, { path: `${DRAFTS}/1`, method: 'PUT' });
    const again = exchange('landlord.draft-update', 200, { path: `${DRAFTS}/2`, method: 'PUT' });

    expect(outcomes('success-status', create(200), put, again)).toEqual([
      'landlord.draft-update: 200 or 204',
    ]);
  });

  test.each([
    ['be', 200, ['landlord.draft-create: the same as BE']],
    ['bE', 301, ['landlord.draft-create: redirected with 301']],
    ['be', 404, []],
    ['BE', 200, []],
  ])('the country %s that is answered %i', (country, status, outcome) => {
    const path = `/${country}/home/landlord/drafts`;
    expect(outcomes('country-case', create(status, {}, { path }))).toEqual(outcome);
  });

  test('reports refusals of other countries, versions and bodies', () => {
    const refused = [
      create(404, {}, { path: '/FR/home/landlord/drafts' }),
      create(412, {}, { version: '2.0' }),
      create(422, {}, { body: '{"language": ' }),
      create(400, {}, { version: '1.00' }),
    ];

    expect(outcomes('other-country', ...refused)).toEqual(['landlord.draft-create: 404']);
    expect(outcomes('other-version', ...refused)).toEqual(['landlord.draft-create: 412']);
    expect(outcomes('malformed-body', ...refused)).toEqual(['landlord.draft-create: 422']);
  });

  test('ignores unlisted methods and odd requests', () => {
    expect(
      openPointsIn([
        create(200, {}, { method: 'PATCH' }),
        create(400, { body: 'SQLSTATE 42000' }, { test: 'robustness/sql' }),
      ]),
    ).toEqual([]);
  });
});

describe('error bodies', () => {
  test('lists keys that only some bodies have separately', () => {
    const headers = { 'content-type': 'application/problem+json; charset=utf-8' };
    const bodies = [
      { title: 'no', status: 400 },
      { title: 'no', status: 400, pointer: '/a' },
    ];
    const refused = bodies.map((body) => create(400, { body, headers }));

    expect(outcomes('body-of-400', ...refused)).toEqual([
      'landlord.draft-create: application/problem+json (status, title; sometimes pointer)',
    ]);
  });

  test('reports an empty body and a text', () => {
    const text = create(401, { body: 'no', headers: { 'content-type': 'text/plain' } });

    expect(outcomes('body-of-404', create(404))).toEqual(['landlord.draft-create: nothing']);
    expect(outcomes('body-of-401', text)).toEqual(['landlord.draft-create: text/plain']);
  });

  test('reports internals in a refusal with their kind', () => {
    const body = 'Error\n at write (/app/draft.js:1:2)';

    expect(
      openPointsIn([create(400, { body })]).filter(({ internals }) => internals),
    ).toMatchObject([
      { subject: 'robustness', internals: [{ kind: 'stack trace' }] },
      { subject: 'robustness', internals: [{ kind: 'file path' }] },
    ]);
  });
});

describe('headers', () => {
  test.each([
    ['Sat, 21 Nov 2026 09:00:00 GMT', 'an HTTP date', 'the time of the answer'],
    ['2026-11-20T09:00:00Z', 'ISO 8601', 'an earlier time'],
  ])('Last-Modified %s', (value, form, freshness) => {
    const headers = { 'last-modified': value, date: 'Sat, 21 Nov 2026 09:00:01 GMT' };
    const written = create(200, { headers });

    expect(outcomes('last-modified-form', written)).toEqual([`landlord.draft-create: ${form}`]);
    expect(outcomes('last-modified-freshness', written)).toEqual([
      `landlord.draft-create: ${freshness}`,
    ]);
    expect(outcomes('last-modified-unlisted', written)).toEqual(['landlord.draft-create: yes']);
  });

  test.each([
    ['/BE/home/landlord/drafts/1', 'yes, a path'],
    ['http://quoting.example/1', 'yes, an absolute address'],
    ['drafts/1', 'yes, relative to the call'],
  ])('the Location %s of a creation', (location, outcome) => {
    const created = create(201, { headers: { location } });

    expect(outcomes('location-of-creations', created)).toEqual([
      `landlord.draft-create: ${outcome}`,
    ]);
  });
});

test.each([
  ['6F1c2b3a-0000-4000-8000-1234567890ab', 'a UUID'],
  ['4711', 'a number'],
  ['drf%2F8a', 'a text'],
])('the id %s is %s', (id, outcome) => {
  const read = exchange('landlord.draft-get', 200, { path: `${DRAFTS}/${id}`, method: 'GET' });

  expect(outcomes('shape-of-draftId', read)).toEqual([`landlord.draft-get: ${outcome}`]);
});

test.each([
  ['colour', 'yes'],
  ['17', 'no, a different id'],
])('a metadata item with the key colour under %s', (keyId, outcome) => {
  const path = `/BE/lifestyle/travel/drafts/1/metadata/${keyId}`;
  const put = exchange('travel.metadata-put', 200, {
    path,
    method: 'PUT',
    body: '{"key":"colour","value":"red"}',
  });

  expect(outcomes('metadata-key-as-id', put)).toEqual([`travel.metadata-put: ${outcome}`]);
});

describe('prices', () => {
  const detail = (withTaxes: number) => ({ withTaxes, withoutTaxes: 100, taxes: 9 });
  const entry = (claimLimit: number, withTaxes: number) => ({
    variant: 'BASIC',
    landlord: { claimLimit, yearlyPremium: detail(withTaxes) },
  });
  const amounts = (total: number) => ({
    variant: 'JOBLOSS-A',
    totalPerYearWithTax: { currency: 'EUR', value: total },
    totalPerYearWithoutTax: { currency: 'EUR', value: 100 },
    totalTax: { currency: 'EUR', value: 9 },
  });

  test.each([
    ['the first shape', entry(100000, 109), entry(100000, 110)],
    ['the alternative shape', amounts(109), amounts(110)],
  ])('sums of %s', (_, right, wrong) => {
    const outcomesOf = (...prices: unknown[]) => outcomes('price-sums', priced({ prices }));

    expect(outcomesOf(right)).toEqual(['landlord.price-request: yes']);
    expect(outcomesOf(right, wrong)).toEqual(['landlord.price-request: no']);
  });

  test('reports a higher claim limit that costs less if one label has several', () => {
    const outcomesOf = (...prices: unknown[]) => outcomes('claim-limit-price', priced({ prices }));

    expect(outcomesOf(entry(100000, 109), entry(200000, 120))).toEqual([
      'landlord.price-request: no',
    ]);
    expect(outcomesOf(entry(100000, 109), entry(200000, 100))).toEqual([
      'landlord.price-request: yes',
    ]);
    expect(outcomesOf(entry(100000, 109))).toEqual([]);
  });

  test('reports the validity in days', () => {
    expect(outcomes('price-validity', priced({ validUntil: '2026-12-21T10:00:00Z' }))).toEqual([
      'landlord.price-request: about 30 days',
    ]);
  });
});
