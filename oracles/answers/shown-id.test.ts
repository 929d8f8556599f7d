import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { judgeExchange } from './judge-exchange.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';
import { judgeCreatedId } from './shown-id.ts';

const GET = 'landlord.draft-get';
const UPDATE = 'landlord.draft-update';
const CREATE = 'landlord.draft-create';

type Options = Parameters<typeof sampleExchange>[2];

const at = (on: OperationId, id: string, options: Options, status = 200): Exchange => {
  const exchange = sampleExchange(on, status, options);
  const url = `http://127.0.0.1/BE/home/landlord/drafts/${encodeURIComponent(id)}?key=secret`;
  return { ...exchange, request: { ...exchange.request, url } };
};

const verdictOf = (exchange: Exchange): string | undefined =>
  judgeExchange(exchange, sampleFacts).find(
    ({ requirement }) => requirement === 'LANDLORD-DRAFT-02',
  )?.verdict;

const shows = (draftId: unknown) => ({ body: { draftId } });

test.each([GET, UPDATE] as const)('%s shows the id of its path, or none (D4)', (on) => {
  expect(verdictOf(at(on, 'a/1 %', shows('a/1 %')))).toBe('pass');
  expect(verdictOf(at(on, 'a1', shows('a2')))).toBe('fail');
  expect(verdictOf(at(on, 'a1', shows('')))).toBe('fail');
  expect(verdictOf(at(on, 'a1', { body: {} }))).toBe('observed');
  expect(verdictOf(at(on, 'a1', shows(null)))).toBe('observed');
});

test('a number is only a fault of its type', () => {
  expect(verdictOf(at(GET, '12', shows(13)))).toBe('observed');
});

test('an id in another case is hardly that of another draft', () => {
  expect(verdictOf(at(GET, 'ab-1', shows('AB-1')))).toBe('observed');
});

test('ignores errors, faulty calls and other lines', () => {
  expect(verdictOf(at(GET, 'a1', shows('a2'), 404))).toBeUndefined();
  expect(verdictOf(at(GET, 'a1', { ...shows('a2'), intent: 'faulty' }))).toBeUndefined();
  expect(verdictOf(at('jobloss.draft-get', 'a1', shows('a2')))).toBeUndefined();
});

test('an answer without a resource shows no id', () => {
  expect(verdictOf(at(GET, 'a1', { body: 'saved' }))).toBe('observed');
  expect(verdictOf(at(UPDATE, 'a1', {}, 204))).toBe('observed');
  expect(verdictOf(at(GET, 'a1', shows('a2'), 302))).toBe('observed');
});

test('compares a creation with the id under which its draft is read', () => {
  const created = sampleExchange(CREATE, 200, { ...shows('a1'), n: 1 });
  const read = (id: string, status = 200) => at(GET, id, { n: 2 }, status);
  const judge = (id: string, status?: number) => judgeCreatedId(created, read(id, status))[0];

  expect(verdictOf(created)).toBeUndefined();
  expect(judge('a1')).toMatchObject({ operation: CREATE, verdict: 'pass', exchanges: [2, 1] });
  expect(judge('b2')).toMatchObject({ verdict: 'fail', got: 'a1 for the draft b2' });
  expect(judge('b2', 404)).toMatchObject({ verdict: 'inconclusive', blockedBy: 'DRAFT-01' });
});

test('does not compare a creation without an id', () => {
  const created = sampleExchange(CREATE, 200, { body: {} });

  expect(verdictOf(created)).toBe('observed');
  expect(judgeCreatedId(created, at(GET, 'a1', {}))).toEqual([]);
});
