import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS, type OperationId } from '../../spec/operations.ts';
import type { Facts } from '../facts.ts';
import { judgeExchange } from './judge-exchange.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const facts: Facts = {
  identities: { owner: { auth: { scheme: 'bearer' } }, withoutRights: {} },
  decisions: { lastModified: true, readBackDelay: 0, paymentStatusExists: false },
  features: { landlordLeads: false },
  sideEffects: { leads: 'allow', contracts: 'allow' },
};
const dated = { 'last-modified': 'Sat, 21 Nov 2026 09:17:03 GMT' };

const verdicts =
  (...args: Parameters<typeof sampleExchange>) =>
  (over: Partial<Facts> = {}) =>
    Object.fromEntries(
      judgeExchange(sampleExchange(...args), { ...facts, ...over }).map((each) => [
        each.requirement,
        each.verdict,
      ]),
    );

test('a correct answer passes every applicable oracle', () => {
  expect(verdicts('jobloss.draft-update', 200, { headers: dated, body: { id: 'x' } })()).toEqual({
    'PATH-01': 'pass',
    'LEGAL-01': 'pass',
    'ERROR-01': 'pass',
    'STATUS-01': 'pass',
    'LASTMOD-02': 'pass',
    'RESOURCE-01': 'pass',
    'AMOUNT-02': 'observed',
  });
});

test('201 breaks STATUS-01 and nothing else if 200 is stated', () => {
  const found = verdicts('travel.car-post', 201, { headers: dated, body: {} })();
  expect(Object.entries(found).filter(([, verdict]) => verdict === 'fail')).toEqual([
    ['STATUS-01', 'fail'],
  ]);
});

test('201 passes if no status is stated (S1)', () => {
  expect(verdicts('jobloss.draft-create', 201, { body: {} })()).not.toHaveProperty('STATUS-01');
});

test('marks an observation as one of an answer; a verdict needs no mark', () => {
  const off = { ...facts, decisions: { ...facts.decisions, lastModified: false } };
  const judged = judgeExchange(sampleExchange('gap.price-request', 200, { body: {} }), off);

  expect(judged.filter(({ verdict }) => verdict === 'observed')).not.toEqual([]);
  expect(
    judged.filter(({ verdict, reached }) => (verdict === 'observed') !== (reached === true)),
  ).toEqual([]);
});

test.each([
  ['2026-11-21T09:17:03Z', 'pass'],
  ['20261121T091703Z', 'pass'],
  ['1763716623', 'fail'],
  ['2026-11-21', 'fail'],
])('Last-Modified %s: %s (V5)', (value, verdict) => {
  const found = verdicts('gap.price-request', 200, {
    headers: { 'last-modified': value },
    body: {},
  })();
  expect(found['LASTMOD-02']).toBe(verdict);
});

test.each([
  ['', 'fail'],
  ['[]', 'fail'],
  ['<html>', 'fail'],
  ['{}', 'pass'],
])('body %j instead of a named resource: %s (S17)', (body, verdict) => {
  expect(verdicts('travel.draft-update', 200, { headers: dated, body })()['RESOURCE-01']).toBe(
    verdict,
  );
});

test('404 for a legal call fails only its path (S16)', () => {
  expect(verdicts('landlord.contract-get', 404)()).toEqual({ 'PATH-01': 'fail' });
});

test('404 for a draft just created concerns the draft, 405 the path (D3)', () => {
  expect(verdicts('jobloss.draft-get', 404)()).toEqual({ 'DRAFT-01': 'fail' });
  expect(verdicts('jobloss.draft-get', 405)()).toEqual({ 'PATH-01': 'fail' });
});

test('a draft that its creator may not read concerns the draft, a stale credential does not (D3)', () => {
  expect(verdicts('landlord.draft-get', 403)()).toEqual({ 'DRAFT-01': 'fail' });
  expect(verdicts('landlord.draft-get', 401)()).toEqual({ 'LEGAL-01': 'inconclusive' });
});

test('a refusal of an unspecified body may be our own wrong guess (P4)', () => {
  expect(verdicts('travel.person-post', 400)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('gap.draft-create', 422)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('travel.car-post', 400)()).toEqual({ 'LEGAL-01': 'fail' });
});

test('landlord leads may be missing unless they are declared live (S14)', () => {
  expect(verdicts('landlord.lead-create', 501)()).toEqual({ 'PATH-01': 'observed' });
  const live = { features: { landlordLeads: true } };
  expect(verdicts('landlord.lead-create', 501)(live)).toEqual({ 'PATH-01': 'fail' });
});

test.each([
  [undefined, 'inconclusive'],
  [false, 'observed'],
  [true, 'fail'],
])('download 404 if downloadReady is %s: %s (S16)', (downloadReady, verdict) => {
  const over = { decisions: { ...facts.decisions, downloadReady } };
  expect(verdicts('travel.contract-download', 404)(over)).toEqual({ 'PATH-01': verdict });
});

test('a refused draft is LEGAL-01, a refused contract may follow an unstated rule (V17)', () => {
  expect(verdicts('travel.draft-create', 422)()).toEqual({ 'LEGAL-01': 'fail' });
  expect(verdicts('travel.contract-create', 422)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('travel.lead-create', 402)()).toEqual({ 'LEGAL-01': 'inconclusive' });
});

test('500 is ERROR-01, 503 a disturbance (S9)', () => {
  expect(verdicts('travel.price-info', 500)()).toEqual({ 'ERROR-01': 'fail' });
  expect(verdicts('travel.price-info', 503)()).toEqual({ 'PATH-01': 'inconclusive' });
});

test('a redirection passes without a stated status, and 303 without Location fails on motor gap', () => {
  const headers = { location: '/x' };
  expect(verdicts('jobloss.contract-create', 303, { headers })()['PATH-01']).toBe('pass');
  expect(verdicts('gap.contract-create', 303)()).toMatchObject({
    'STATUS-01': 'pass',
    'GAP-CONTRACT-02': 'fail',
  });
  expect(verdicts('gap.contract-create', 303, { headers })()['GAP-CONTRACT-02']).toBe('pass');
});

test('no oracle throws on any answer', () => {
  const operation = fc.constantFrom(...OPERATIONS.map((row) => row.id));
  const body = fc.oneof(fc.string(), fc.json(), fc.jsonValue());
  const headers = fc.dictionary(
    fc.constantFrom('last-modified', 'location', 'content-type', '__proto__'),
    fc.string(),
  );
  fc.assert(
    fc.property(
      operation,
      fc.integer({ min: 100, max: 599 }),
      headers,
      body,
      (id, status, h, b) => {
        for (const each of judgeExchange(
          sampleExchange(id, status, { headers: h, body: b }),
          facts,
        )) {
          expect(each.operation).toBe(id);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

const judged = (on: OperationId, status: number, body: unknown): string | undefined =>
  judgeExchange(sampleExchange(on, status, { body }), sampleFacts).find(
    ({ requirement }) => requirement === 'LANDLORD-DRAFT-01',
  )?.verdict;

const READ = 'landlord.draft-get';
const UPDATE = 'landlord.draft-update';

test.each([READ, UPDATE] as const)('%s answers an object, empty or not', (on) => {
  expect(judged(on, 200, {})).toBe('pass');
  expect(judged(on, 200, { draftId: 'x' })).toBe('pass');
});

test.each([[[]], ['"text"'], ['saved'], ['<draft/>'], ['null']])(
  '%j is the resource on neither operation',
  (body) => {
    expect([judged(READ, 200, body), judged(UPDATE, 200, body)]).toEqual(['fail', 'fail']);
  },
);

test('an empty body is no resource with 200', () => {
  expect([judged(READ, 200, ''), judged(UPDATE, 200, '')]).toEqual(['fail', 'fail']);
});

test('204 for an update means that there is no resource; for a read it does not', () => {
  expect([judged(UPDATE, 204, ''), judged(READ, 204, '')]).toEqual(['observed', 'fail']);
});

test('a redirection is observed, a refusal is ignored', () => {
  expect([judged(READ, 302, ''), judged(READ, 404, '')]).toEqual(['observed', undefined]);
});

test('creation and the other lines have their own requirements', () => {
  expect([judged('landlord.draft-create', 200, []), judged('jobloss.draft-get', 200, [])]).toEqual([
    undefined,
    undefined,
  ]);
});
