import { expect, test } from 'vitest';
import type { Exchange } from '../spec/exchange.ts';
import { distinctiveTexts, judgeDisclosure } from './disclosure.ts';
import { sampleExchange } from './testing/sample-exchange.ts';

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

test('names, streets, addresses and plates tell a draft, short and common texts do not', () => {
  expect(TEXTS).toEqual([
    'Vandenbroecke-Éloy',
    'Lange Leemstraat',
    'assay.ana.k3x9@example.com',
    '1-ABC-123',
  ]);
});

test('a refusal without a word of the draft passes, whatever its form', () => {
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
])('%s is shown', (_, body) => {
  expect(verdict(body)).toBe('fail');
});

test('a text inside a longer word is another word', () => {
  expect(verdict('the number 1-ABC-1234 is unknown')).toBe('pass');
});

test('what the caller has sent itself does not count', () => {
  const sent = { plate: '1-ABC-123' };
  expect(verdict('1-ABC-123 is taken', { sent })).toBe('pass');
  expect(verdict('1-ABC-123 of Lange Leemstraat', { sent })).toBe('fail');
  expect(verdict('Lange Leemstraat', { url: 'http://a/Lange%20Leemstraat' })).toBe('pass');
});

test('with nothing left to look for nothing can be said', () => {
  expect(verdict(DRAFT, { sent: DRAFT })).toBe('observed');
});

test('a header counts as well', () => {
  const headers = { 'www-authenticate': 'Bearer error="not 1-ABC-123"' };
  expect(judgeDisclosure(sampleExchange(ON, 401, { headers }), ON, TEXTS)?.verdict).toBe('fail');
});

test.each([200, 303, 429, 500, 503])('%i is no refusal', (status) => {
  expect(verdict(DRAFT, { status })).toBeUndefined();
});
