import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import {
  distinctiveTexts,
  judgeDisclosure,
  judgeAcceptedStranger,
  judgeServedStranger,
  uniqueTexts,
} from './disclosure.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const DRAFT = {
  language: 'nl',
  policyholder: {
    person: { firstName: 'Ana', lastName: 'Vandenbroecke-Éloy' },
    address: { street: 'Lange Leemstraat', city: 'Antwerpen' },
    contact: { email: 'assay.ana.k3x9@example.com' },
  },
  cars: [{ make: 'Volvo', plate: '1-ABC-123' }],
};
const TEXTS = distinctiveTexts(DRAFT);
const ON = 'travel.draft-update';

const verdict = (
  body: unknown,
  { status = 403, sent = {}, url }: { status?: number; sent?: unknown; url?: string } = {},
) => {
  const exchange: Exchange = sampleExchange(ON, status, { body });
  const request = {
    ...exchange.request,
    ...(url === undefined ? {} : { url }),
    body: { encoding: 'utf8', text: JSON.stringify(sent) },
  } as const;
  return judgeDisclosure({ ...exchange, request }, ON, TEXTS)?.verdict;
};

test('names, streets, addresses and plates identify a draft, short and common texts do not', () => {
  expect(TEXTS).toEqual([
    'Vandenbroecke-Éloy',
    'Lange Leemstraat',
    'assay.ana.k3x9@example.com',
    '1-ABC-123',
  ]);
});

test('texts that no other draft has are addresses and plates, not names and streets', () => {
  expect(uniqueTexts(DRAFT)).toEqual(['assay.ana.k3x9@example.com', '1-ABC-123']);
});

test('a refusal without data of the draft passes, in any form', () => {
  expect([verdict(''), verdict({ error: 'forbidden' }), verdict('<h1>Antwerpen</h1>')]).toEqual([
    'pass',
    'pass',
    'pass',
  ]);
});

test.each([
  ['the draft itself', DRAFT],
  ['its name in a message', { message: 'the draft of VANDENBROECKE-ÉLOY is not yours' }],
  ['JSON escapes', '{"message":"Vandenbroecke-\\u00c9loy"}'],
  ['text with line breaks', 'Lange\n  Leemstraat'],
])('%s is disclosed', (_, body) => {
  expect(verdict(body)).toBe('fail');
});

test('a text inside a longer word is another word', () => {
  expect(verdict('the number 1-ABC-1234 is unknown')).toBe('pass');
});

test('data that the caller sent itself are no disclosure', () => {
  const sent = { plate: '1-ABC-123' };
  expect(verdict('1-ABC-123 is taken', { sent })).toBe('pass');
  expect(verdict('1-ABC-123 of Lange Leemstraat', { sent })).toBe('fail');
  expect(verdict('Lange Leemstraat', { url: 'http://a/Lange%20Leemstraat' })).toBe('pass');
});

test('without identifying content nothing is judged', () => {
  expect(verdict(DRAFT, { sent: DRAFT })).toBe('observed');
});

test('headers count as well', () => {
  const headers = { 'www-authenticate': 'Bearer error="not 1-ABC-123"' };
  expect(judgeDisclosure(sampleExchange(ON, 401, { headers }), ON, TEXTS)?.verdict).toBe('fail');
});

test.each([200, 303, 429, 500, 503])('%i is no refusal', (status) => {
  expect(verdict(DRAFT, { status })).toBeUndefined();
});

const CALLER = { name: 'another partner', refusedBy: 'AUTH-06' } as const;
const LIVE = { ...sampleFacts, features: { landlordLeads: true } };
const acceptedAs = (on: OperationId, status: number, facts = sampleFacts) =>
  judgeAcceptedStranger(sampleExchange(on, status, { n: 5 }), on, CALLER, facts);

test('reports an accepted stranger by the requirement that refuses them', () => {
  expect(acceptedAs(ON, 200)).toEqual({
    requirement: 'AUTH-04',
    operation: ON,
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'AUTH-06',
    wanted: 'a refusal of another partner that discloses no data of the draft',
    got: 'status 200',
    exchanges: [5],
  });
});

test.each<[string, OperationId, number, typeof sampleFacts, string]>([
  [
    'an operation that is not there yet (S14)',
    'landlord.lead-create',
    501,
    sampleFacts,
    'observed',
  ],
  ['one that is declared', 'landlord.lead-create', 501, LIVE, 'inconclusive'],
  ['one that is always there', 'travel.lead-create', 501, sampleFacts, 'inconclusive'],
  [
    'a breakdown of one that is not there yet',
    'landlord.lead-create',
    500,
    sampleFacts,
    'inconclusive',
  ],
])('%s, %s by %i', (_, on, status, facts, expected) => {
  const isOpen = expected === 'observed';
  const judged = acceptedAs(on, status, facts);
  expect(judged).toMatchObject({
    verdict: expected,
    reason: isOpen ? 'specification-silent' : 'blocked-by',
  });
  expect(judged.blockedBy).toBe(isOpen ? undefined : 'AUTH-06');
});

test.each<[string, Pick<Exchange, 'error'>, string]>([
  ['late', { error: { code: 'DEADLINE', message: 'late' } }, 'no answer: DEADLINE'],
  ['nobody knows why', {}, 'no answer: no reason given'],
])('without an answer nobody is accepted: %s', (_, error, got) => {
  const { response: _response, ...silent } = sampleExchange(ON, 200);
  const judged = judgeAcceptedStranger({ ...silent, ...error }, ON, CALLER, sampleFacts);
  expect(judged).toMatchObject({ verdict: 'inconclusive', reason: 'disturbance', got });
});

test.each([429, 503])('%i is the environment, and accepts nobody (S8)', (status) => {
  expect(acceptedAs(ON, status)).toMatchObject({ verdict: 'inconclusive', reason: 'disturbance' });
});

test('a served stranger is a sighting of the requirement that should have refused them', () => {
  const served = (on: OperationId, status: number) =>
    judgeServedStranger(sampleExchange(on, status), on, {
      name: 'another identity',
      refusedBy: 'AUTH-06',
    }).map(({ requirement, verdict }) => [requirement, verdict]);

  expect(served(ON, 200)).toEqual([['AUTH-06', 'fail']]);
  expect(served('gap.contract-create', 303)).toEqual([['AUTH-06', 'fail']]);
  expect(served(ON, 403)).toEqual([]);
  // The owner's next read may show that nothing was done (D10).
  expect(served('travel.car-delete', 200)).toEqual([['AUTH-06', 'inconclusive']]);
});
