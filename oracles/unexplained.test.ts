import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Exchange } from '../spec/exchange.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Evidence, Finding } from './finding.ts';
import { sampleExchange } from './example.ts';
import { sampleFacts } from './testing/sample-facts.ts';
import { cellOf, finding } from './testing/sample-finding.ts';
import { unexplainedIn } from './unexplained.ts';

const BASE = 'http://127.0.0.1/BE/lifestyle/travel/drafts';
const UPDATE = 'travel.draft-update';

const sent = (
  on: OperationId,
  n: number,
  status: number,
  { id = 'd1', ...rest }: Partial<Exchange> & { readonly id?: string } = {},
): Exchange => {
  const { request, ...exchange } = sampleExchange(on, status, { n, body: {} });
  const url = on === 'travel.draft-create' ? BASE : `${BASE}/${id}`;
  const { method } = operation(on);
  return { ...exchange, request: { ...request, method, url }, ...rest };
};

const FAULTY = { intent: 'faulty', breaks: 'TRAVEL-FIELD-language-enum' } as const;
const named = (judge: string, ...numbers: readonly number[]): Evidence => ({
  judge,
  given: numbers.map((n) => ({ $: 'exchange', n })),
});

const cellsOf = (
  exchanges: readonly Exchange[],
  evidence: readonly Evidence[] = [],
  findings: readonly Finding[] = [],
) =>
  unexplainedIn(exchanges, evidence, findings, sampleFacts).map(
    ({ requirement, operation, exchanges: [n] }) => `${requirement}@${operation} ${n}`,
  );

test('an accepted fault that no judge of acceptance received is unexplained', () => {
  const accepted = sent(UPDATE, 1, 200, FAULTY);

  expect(cellsOf([accepted])).toEqual([`${FAULTY.breaks}@${UPDATE} 1`]);
  expect(cellsOf([accepted], [named('exchange', 1), named('unique-ids', 1)])).toHaveLength(1);
  expect(cellsOf([accepted], [named('draft-fault', 1)])).toEqual([]);
  expect(cellsOf([sent(UPDATE, 1, 400, FAULTY)])).toEqual([]);
});

test('a later step of the same draft explains it, one of another draft does not', () => {
  const written = sent(UPDATE, 1, 200, FAULTY);
  const later = (id: string): Exchange => sent(UPDATE, 2, 400, { ...FAULTY, id });

  expect(cellsOf([written, later('d1')], [named('draft-fault', 2)])).toEqual([]);
  expect(cellsOf([written, later('d2')], [named('draft-fault', 2)])).toHaveLength(1);
});

test('follows a creation by the id in its answer', () => {
  const body = { encoding: 'utf8', text: '{"draftId":"d7"}' } as const;
  const created = sent('travel.draft-create', 1, 200, {
    ...FAULTY,
    response: { status: 200, headers: {}, body },
  });
  const refused = (id: string): Exchange => sent(UPDATE, 2, 400, { ...FAULTY, id });

  expect(cellsOf([created, refused('d7')], [named('lead', 2)])).toEqual([]);
  expect(cellsOf([created, refused('d8')], [named('lead', 2)])).toHaveLength(1);
});

test('a refused legal call that nobody judged is unexplained', () => {
  expect(cellsOf([sent(UPDATE, 1, 400)])).toEqual([`LEGAL-01@${UPDATE} 1`]);
  expect(cellsOf([sent(UPDATE, 1, 400)], [named('exchange', 1)])).toEqual([]);
  expect(cellsOf([sent(UPDATE, 1, 503)])).toEqual([]);
  expect(cellsOf([sent(UPDATE, 1, 400, { intent: 'open' })])).toEqual([]);
});

test('a server error for a call that may be refused is unexplained if nobody judged it (S9)', () => {
  const broken = sent(UPDATE, 1, 500, { intent: 'open' });

  expect(cellsOf([broken], [named('exchange', 1)])).toEqual([`ERROR-01@${UPDATE} 1`]);
  expect(cellsOf([broken], [named('unique-ids', 1)])).toEqual([]);
  expect(cellsOf([{ ...broken, test: 'robustness/sql' }])).toEqual([]);
  expect(cellsOf([{ ...broken, test: 'second-client/observations/sql' }])).toEqual([]);
  expect(cellsOf([sent(UPDATE, 1, 409, { intent: 'open' })])).toEqual([]);
});

test('a read that came too early is polled, and the last one counts (D3)', () => {
  const read = (n: number, status: number): Exchange => sent('travel.draft-get', n, status);

  expect(cellsOf([read(1, 404), read(2, 404), read(3, 200)])).toEqual([]);
  expect(cellsOf([read(1, 403), read(2, 200)])).toEqual(['DRAFT-01@travel.draft-get 1']);
  expect(cellsOf([read(1, 404), read(2, 404)])).toEqual(['DRAFT-01@travel.draft-get 2']);
  expect(cellsOf([read(1, 500), read(2, 200)])).toEqual(['ERROR-01@travel.draft-get 1']);
});

test('an accepted fault stays one if its body is not read', () => {
  const { response: _response, ...rest } = sent(UPDATE, 1, 200, FAULTY);
  const unread = { ...rest, error: { code: 'ANSWER_TOO_LARGE', message: 'm', status: 200 } };

  expect(cellsOf([unread], [named('draft-fault', 1)])).toEqual([`${FAULTY.breaks}@${UPDATE} 1`]);
});

test('matches the id of a creation as a whole word', () => {
  const body = { encoding: 'utf8', text: '{"draftId":17}' } as const;
  const created = sent('travel.draft-create', 1, 200, {
    ...FAULTY,
    response: { status: 200, headers: {}, body },
  });
  const refused = (id: string): Exchange => sent(UPDATE, 2, 400, { ...FAULTY, id });

  expect(cellsOf([created, refused('17')], [named('lead', 2)])).toEqual([]);
  expect(cellsOf([created, refused('1')], [named('lead', 2)])).toHaveLength(1);
});

test('a success with a wrong form is unexplained, whatever was sent', () => {
  expect(cellsOf([sent(UPDATE, 1, 201, { intent: 'open' })])).toEqual([`STATUS-01@${UPDATE} 1`]);
  expect(cellsOf([sent(UPDATE, 1, 200, { intent: 'open' })])).toEqual([]);
});

test('evidence with an earlier judgement names the exchanges of that one', () => {
  const nested: Evidence = {
    judge: 'blocked',
    given: [{ $: 'judged', evidence: named('probe', 1), at: 0, cell: 'x' }],
  };
  expect(cellsOf([sent(UPDATE, 1, 200, FAULTY)], [nested])).toEqual([]);
});

test('does not repeat a deviation that a fail already reports', () => {
  const accepted = sent(UPDATE, 1, 200, FAULTY);
  const refused = sent(UPDATE, 2, 409);
  const fail = (requirement: RequirementId, ...exchanges: number[]): Finding =>
    finding(cellOf(requirement, UPDATE), 'fail', { exchanges });

  expect(cellsOf([accepted], [], [fail(FAULTY.breaks, 9)])).toEqual([]);
  expect(cellsOf([accepted], [], [fail('LEGAL-01', 9)])).toHaveLength(1);
  expect(cellsOf([refused, sent(UPDATE, 3, 409)], [], [fail('DRAFT-03', 3)])).toEqual([]);
});
