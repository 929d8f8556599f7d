import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { exchange } from '../testing/sample-record.ts';
import { injectedDifference, namedInAnswer } from './injected-difference.ts';

const sent = (body: unknown, more: Partial<Exchange['request']> = {}): Exchange =>
  exchange({
    request: {
      ...exchange().request,
      body: { encoding: 'utf8', text: JSON.stringify(body) },
      ...more,
    },
  });

const URL_OF = (country: string, id: string): string =>
  `http://127.0.0.1:1/${country}/motor/gap/drafts/${id}/price-requests`;

const isIssued = (segment: string): boolean => segment.startsWith('issued');

test.each<[string, Exchange, Exchange, string | undefined, ReturnType<typeof injectedDifference>]>([
  [
    'the field that the verdict names, not the values drawn anew',
    sent({ plate: '1-ABC', person: { lastName: { value: 'x' } } }),
    sent({ plate: '2-DEF', person: { lastName: 'Peeters' } }),
    '/person/lastName',
    { body: ['/person/lastName'], headers: [], path: [] },
  ],
  [
    'a word of the path, not an id of the service',
    sent({}, { url: URL_OF('FR', 'issued-1') }),
    sent({ partner: 'x' }, { url: URL_OF('BE', 'issued-2') }),
    undefined,
    { body: [], headers: [], path: ['FR'] },
  ],
  [
    'an id that no service issued',
    sent({}, { url: URL_OF('BE', 'changed-1') }),
    sent({}, { url: URL_OF('BE', 'issued-1') }),
    undefined,
    { body: [], headers: [], path: ['changed-1'] },
  ],
  [
    'a header',
    sent({ a: 1 }, { headers: { 'content-length': '7' } }),
    sent({ a: 2 }, { headers: { 'content-length': '8', authorization: 'Bearer $ASSAY_TOKEN' } }),
    undefined,
    { body: [], headers: ['authorization'], path: [] },
  ],
  [
    'what differs in the body, if nothing else does',
    sent({ term: 'NEVER' }),
    sent({ term: 'YEARLY' }),
    'Location',
    { body: ['/term'], headers: [], path: [] },
  ],
])('the injected difference is %s', (_, faulty, control, where, expected) => {
  expect(injectedDifference(faulty, control, where, isIssued)).toEqual(expected);
});

const answered = (text: string): Exchange =>
  exchange({ response: { status: 200, headers: {}, body: { encoding: 'utf8', text } } });

test('marks the place in an answer that the verdict names, or where a value is missing', () => {
  const answer = answered('{"prices":[{"currency":"USD"}]}');

  expect(namedInAnswer(answer, '/prices/0/currency').body).toEqual(['/prices/0/currency']);
  expect(namedInAnswer(answer, '/prices/0/label').body).toEqual(['/prices/0']);
  expect(namedInAnswer(answer, 'Last-Modified').headers).toEqual(['last-modified']);
  expect(namedInAnswer(answer, '/draft/person/name').body).toEqual([]);
});
