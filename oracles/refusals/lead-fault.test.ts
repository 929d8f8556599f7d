import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import {
  judgeLead,
  judgeLeadControl,
  judgeRefusedLead,
  judgeUnpricedLead,
  judgeUnwrittenLead,
  type TriedLead,
} from './lead-fault.ts';
import { sampleExchange } from '../example.ts';
import { sampleFacts } from '../testing/sample-facts.ts';

const T6 = 'travel.lead-create';
const COMING = 'landlord.lead-create';
const POINTER = '/policyholder/contact/email';

const lead = (on: OperationId, requirement: TriedLead['requirement'] = 'LEAD-01'): TriedLead => ({
  requirement,
  operation: on,
  pointer: POINTER,
  what: 'no address',
});
const answered = (on: OperationId, status: number): Exchange =>
  sampleExchange(on, status, { n: 4 });
const silent = (error?: Exchange['error']): Exchange => {
  const { response: _, ...unanswered } = answered(T6, 200);
  return { ...unanswered, ...(error ? { error } : {}) };
};
const LATE = { code: 'DEADLINE', message: 'late' };
const FACTS = {
  undeclared: sampleFacts,
  live: { ...sampleFacts, features: { landlordLeads: true } },
};

test.each<[string, OperationId, number, readonly string[]]>([
  ['by 400 (L1)', T6, 400, ['LEAD-01 pass', 'STATUS-02 pass']],
  ['by an unlisted status (S3)', T6, 422, ['LEAD-01 pass', 'STATUS-02 fail']],
  ['by 404, which may be the draft', T6, 404, ['LEAD-01 inconclusive']],
  ['by 404 where nothing is listed (S4)', COMING, 404, ['LEAD-01 pass']],
  ['not at all', T6, 200, ['LEAD-01 fail']],
  ['by a server error (S9)', T6, 500, ['LEAD-01 fail']],
])('a lead of a faulty draft is refused: %s', (_, on, status, expected) => {
  const judged = judgeLead(lead(on), answered(on, status), 2, false);
  expect(judged.map(({ requirement, verdict }) => `${requirement} ${verdict}`)).toEqual(expected);
});

test('an accepted lead proves nothing if its draft was issued twice (D11); a server error does', () => {
  const [accepted] = judgeLead(lead(T6), answered(T6, 200), 2, false, 'UNIQUE-01');
  const [broken] = judgeLead(lead(T6), answered(T6, 500), 2, false, 'UNIQUE-01');
  expect(accepted).toMatchObject({
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy: 'UNIQUE-01',
  });
  expect(broken).toMatchObject({ verdict: 'fail' });
});

test('a lead names its control request and the place of the fault; a status has no such place', () => {
  const base = { operation: T6, verdict: 'pass', got: 'status 402', exchanges: [4], twin: 2 };
  const wanted = 'a refusal with 400 or 402: no address';
  expect(judgeLead(lead(T6), answered(T6, 402), 2, false)).toEqual([
    { ...base, requirement: 'LEAD-01', wanted, where: POINTER },
    {
      ...base,
      requirement: 'STATUS-02',
      wanted: 'one of the listed statuses 400, 401, 402, 403, 404, 500',
    },
  ]);
});

test('the text states that the draft was priced, and why there was no answer', () => {
  const got = (exchange: Exchange, priced: boolean) =>
    judgeLead(lead(T6), exchange, 2, priced).map((each) => `${each.reason} ${each.got}`);

  expect(got(silent(LATE), true)).toEqual(['disturbance no answer: DEADLINE on a priced draft']);
  expect(got(silent(), false)).toEqual(['disturbance no answer: no reason given']);
});

const BLOCKED = { verdict: 'inconclusive', reason: 'blocked-by' };
const SILENT = { verdict: 'observed', reason: 'specification-silent' };
const DISTURBED = { verdict: 'inconclusive', reason: 'disturbance' };
const OTHER_CODE = { verdict: 'inconclusive', reason: 'other-code' };

test.each<[string, TriedLead['requirement'], Exchange, object]>([
  ['an absent one', 'LEAD-01', answered(T6, 400), BLOCKED],
  ['a malformed one (E9)', 'LEAD-02', answered(T6, 400), SILENT],
  ['the last of the refusals', 'LEAD-02', answered(T6, 499), SILENT],
  ['too many requests (S8)', 'LEAD-02', answered(T6, 429), DISTURBED],
  ['a stale credential', 'LEAD-01', answered(T6, 401), OTHER_CODE],
  ['a server error', 'LEAD-02', answered(T6, 500), OTHER_CODE],
  ['no answer', 'LEAD-02', silent(LATE), DISTURBED],
])('an address that was not written: %s', (_, requirement, refusal, expected) => {
  expect(judgeUnwrittenLead(lead(T6, requirement), refusal)).toEqual({
    requirement,
    operation: T6,
    wanted: 'a refusal: no address',
    where: POINTER,
    exchanges: [4],
    got: `${refusal.response ? `status ${refusal.response.status}` : 'no answer: DEADLINE'} at the write`,
    ...expected,
  });
});

test('the legal value that requires the absent address is to blame (V17)', () => {
  const blamed = 'TRAVEL-LEGAL-policyholder.contact.email';
  const judged = (requirement: TriedLead['requirement'], blockedBy: typeof blamed | null) =>
    judgeUnwrittenLead(lead(T6, requirement), answered(T6, 400), blockedBy).blockedBy;

  expect(judged('LEAD-01', blamed)).toBe(blamed);
  expect(judged('LEAD-01', null)).toBeUndefined();
  expect(judged('LEAD-02', blamed)).toBeUndefined();
});

test.each([
  ['no price was asked for', undefined, []],
  ['none was given', null, []],
  ['it was refused', answered('travel.price-request', 402), [4]],
])(
  'a service that makes no lead without a price proves nothing (L2): %s',
  (_, price, exchanges) => {
    expect(judgeUnpricedLead(lead(T6), price)).toEqual({
      requirement: 'LEAD-01',
      operation: T6,
      ...SILENT,
      wanted: 'a refusal: no address',
      where: POINTER,
      got: 'not reached: a lead needs a price, and the faulty draft gets none',
      exchanges,
    });
  },
);

test.each<[OperationId, number, keyof typeof FACTS, string]>([
  // S14: landlord leads may be missing unless they are declared.
  [COMING, 404, 'undeclared', 'observed not-declared'],
  [COMING, 405, 'undeclared', 'observed not-declared'],
  [COMING, 501, 'undeclared', 'observed not-declared'],
  [COMING, 404, 'live', 'inconclusive twin-refused'],
  [COMING, 501, 'live', 'inconclusive disturbance'],
  [COMING, 400, 'undeclared', 'inconclusive twin-refused'],
  [T6, 404, 'undeclared', 'inconclusive twin-refused'],
  // S1: a redirection may be the success.
  [T6, 303, 'undeclared', 'observed specification-silent'],
  [T6, 400, 'undeclared', 'inconclusive twin-refused'],
  // L2: conditions may be hidden.
  [T6, 402, 'undeclared', 'inconclusive unstated-rule'],
  [T6, 429, 'undeclared', 'inconclusive disturbance'],
  [T6, 503, 'undeclared', 'inconclusive disturbance'],
  [T6, 500, 'undeclared', 'inconclusive twin-refused'],
])('a lead without the fault on %s, %i, %s: %s', (on, status, facts, expected) => {
  const judged = judgeLeadControl(lead(on), answered(on, status), FACTS[facts]);
  expect(`${judged.verdict} ${judged.reason}`).toBe(expected);
});

test('an unanswered lead without the fault is inconclusive', () => {
  expect(judgeLeadControl(lead(COMING), silent(LATE), FACTS.undeclared)).toEqual({
    requirement: 'LEAD-01',
    operation: COMING,
    ...DISTURBED,
    wanted: 'a lead by EMAIL for a valid e-mail address to be accepted',
    got: 'no answer: DEADLINE',
    exchanges: [4],
  });
});

test('a lead that is refused to only one legal draft is a sighting (V17), and inconclusive if its status may have another cause (L2)', () => {
  const written = sampleExchange('landlord.draft-create', 200);
  const judged = (on: OperationId, status: number) =>
    judgeRefusedLead(on, answered(on, status), written, 2).map(
      ({ requirement, verdict }) => `${requirement} ${verdict}`,
    );

  expect(judged(COMING, 400)).toEqual(['LEAD-LEGAL-transport fail']);
  expect(judged('gap.lead-create', 400)).toEqual(['GAP-LEAD-LEGAL-transport fail']);
  expect([402, 403, 404].flatMap((status) => judged(T6, status))).toEqual(
    Array.from({ length: 3 }, () => 'LEAD-LEGAL-transport inconclusive'),
  );
  expect([429, 500, 200].flatMap((status) => judged(T6, status))).toEqual([]);
});
