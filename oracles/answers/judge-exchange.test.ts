import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS, type OperationId } from '../../spec/operations.ts';
import type { Facts } from '../facts.ts';
import { judgeExchange } from './judge-exchange.ts';
import { sampleExchange } from '../testing/sample-exchange.ts';
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

test('a good answer passes every oracle that looks at it', () => {
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

test('201 where 200 is stated breaks STATUS-01 and nothing else', () => {
  const found = verdicts('travel.car-post', 201, { headers: dated, body: {} })();
  expect(Object.entries(found).filter(([, verdict]) => verdict === 'fail')).toEqual([
    ['STATUS-01', 'fail'],
  ]);
});

test('201 passes where no status is stated (S1)', () => {
  expect(verdicts('jobloss.draft-create', 201, { body: {} })()).not.toHaveProperty('STATUS-01');
});

test('an observation is marked as one of an answer, which a verdict needs no mark for', () => {
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
])('body %j where a resource is named: %s (S17)', (body, verdict) => {
  expect(verdicts('travel.draft-update', 200, { headers: dated, body })()['RESOURCE-01']).toBe(
    verdict,
  );
});

test('404 for a legal call fails its path only (S16)', () => {
  expect(verdicts('landlord.contract-get', 404)()).toEqual({ 'PATH-01': 'fail' });
});

test('404 for a draft just created is about the draft, 405 about the path (D3)', () => {
  expect(verdicts('jobloss.draft-get', 404)()).toEqual({ 'DRAFT-01': 'fail' });
  expect(verdicts('jobloss.draft-get', 405)()).toEqual({ 'PATH-01': 'fail' });
});

test('a draft that its creator may not read is about the draft, a stale credential is not (D3)', () => {
  expect(verdicts('landlord.draft-get', 403)()).toEqual({ 'DRAFT-01': 'fail' });
  expect(verdicts('landlord.draft-get', 401)()).toEqual({ 'LEGAL-01': 'inconclusive' });
});

test('a refused body that the specification does not show may be our own wrong guess (P4)', () => {
  expect(verdicts('travel.person-post', 400)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('gap.draft-create', 422)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('travel.car-post', 400)()).toEqual({ 'LEGAL-01': 'fail' });
});

test('landlord leads that are not declared live may be missing, declared ones not (S14)', () => {
  expect(verdicts('landlord.lead-create', 501)()).toEqual({ 'PATH-01': 'observed' });
  const live = { features: { landlordLeads: true } };
  expect(verdicts('landlord.lead-create', 501)(live)).toEqual({ 'PATH-01': 'fail' });
});

test.each([
  [undefined, 'inconclusive'],
  [false, 'observed'],
  [true, 'fail'],
])('download 404 where downloadReady is %s: %s (S16)', (downloadReady, verdict) => {
  const over = { decisions: { ...facts.decisions, downloadReady } };
  expect(verdicts('travel.contract-download', 404)(over)).toEqual({ 'PATH-01': verdict });
});

test('a refused draft is LEGAL-01, a refused contract may rest on an unstated rule (V17)', () => {
  expect(verdicts('travel.draft-create', 422)()).toEqual({ 'LEGAL-01': 'fail' });
  expect(verdicts('travel.contract-create', 422)()).toEqual({ 'LEGAL-01': 'inconclusive' });
  expect(verdicts('travel.lead-create', 402)()).toEqual({ 'LEGAL-01': 'inconclusive' });
});

test('500 is ERROR-01, 503 a disturbance (S9)', () => {
  expect(verdicts('travel.price-info', 500)()).toEqual({ 'ERROR-01': 'fail' });
  expect(verdicts('travel.price-info', 503)()).toEqual({ 'PATH-01': 'inconclusive' });
});

test('a redirection without a stated status passes, 303 without Location fails on motor gap', () => {
  const headers = { location: '/x' };
  expect(verdicts('jobloss.contract-create', 303, { headers })()['PATH-01']).toBe('pass');
  expect(verdicts('gap.contract-create', 303)()).toMatchObject({
    'STATUS-01': 'pass',
    'GAP-CONTRACT-02': 'fail',
  });
  expect(verdicts('gap.contract-create', 303, { headers })()['GAP-CONTRACT-02']).toBe('pass');
});

test('no oracle throws, whatever a service sends', () => {
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
  'on neither operation %j is the resource',
  (body) => {
    expect([judged(READ, 200, body), judged(UPDATE, 200, body)]).toEqual(['fail', 'fail']);
  },
);

test('an empty body is no resource beside 200', () => {
  expect([judged(READ, 200, ''), judged(UPDATE, 200, '')]).toEqual(['fail', 'fail']);
});

test('an update with 204 says that there is nothing to show, a read cannot', () => {
  expect([judged(UPDATE, 204, ''), judged(READ, 204, '')]).toEqual(['observed', 'fail']);
});

test('a redirection is observed, a refusal says nothing', () => {
  expect([judged(READ, 302, ''), judged(READ, 404, '')]).toEqual(['observed', undefined]);
});

test('creation and the other lines have requirements of their own', () => {
  expect([judged('landlord.draft-create', 200, []), judged('jobloss.draft-get', 200, [])]).toEqual([
    undefined,
    undefined,
  ]);
});
