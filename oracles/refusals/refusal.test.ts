import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  judgeCalledValid,
  judgeListedStatus,
  judgeRefusal,
  judgeServerError,
  type ProbeKind,
} from './refusal.ts';

const verdict = (kind: ProbeKind, on: OperationId, status: number | undefined) =>
  judgeRefusal(kind, operation(on), status).verdict;

test.each<[string, ProbeKind, OperationId, number | undefined, string]>([
  // W1, W2: any 4xx refuses.
  ['an unknown version refused with 406', 'version', 'travel.car-post', 406, 'pass'],
  ['an unknown version accepted', 'version', 'travel.car-post', 200, 'fail'],
  ['an unknown version redirected to a contract', 'version', 'gap.contract-create', 303, 'fail'],
  ['an unknown version breaks the service', 'version', 'travel.car-post', 500, 'inconclusive'],
  [
    'another country as 404 where none is listed (S7)',
    'country',
    'travel.draft-create',
    404,
    'pass',
  ],
  ['another country accepted', 'country', 'landlord.draft-get', 200, 'fail'],
  // S10: 401 and nothing else.
  ['no credential, 401', 'missing-credential', 'jobloss.draft-get', 401, 'pass'],
  ['no credential, 403', 'missing-credential', 'jobloss.draft-get', 403, 'fail'],
  ['no credential, 404', 'missing-credential', 'jobloss.draft-get', 404, 'fail'],
  ['no credential, 200', 'missing-credential', 'jobloss.draft-get', 200, 'fail'],
  ['a bad credential, 500 (S9)', 'invalid-credential', 'gap.lead-create', 500, 'fail'],
  ['a bad credential, 503', 'invalid-credential', 'gap.lead-create', 503, 'inconclusive'],
  ['without rights, concealed', 'no-rights', 'gap.draft-get', 404, 'pass'],
  ['without rights, 401 may be stale', 'no-rights', 'gap.draft-get', 401, 'inconclusive'],
  ['without rights, served', 'no-rights', 'gap.draft-get', 200, 'fail'],
  ['without rights, called badly formatted', 'no-rights', 'gap.draft-update', 400, 'fail'],
  // S11, S5.
  ['unknown id, 404', 'unknown-id', 'travel.draft-update', 404, 'pass'],
  ['an id that cannot be, 400', 'unknown-id', 'travel.draft-update', 400, 'pass'],
  ['unknown id, 403', 'unknown-id', 'travel.draft-update', 403, 'inconclusive'],
  ['unknown id, 200', 'unknown-id', 'travel.draft-update', 200, 'fail'],
  ['unknown id, 500 where 404 is listed (S9)', 'unknown-id', 'travel.draft-update', 500, 'fail'],
  [
    'unknown id, 500 where nothing is listed',
    'unknown-id',
    'travel.draft-get',
    500,
    'inconclusive',
  ],
  ['unknown id, a contract all the same', 'unknown-id', 'gap.contract-create', 303, 'fail'],
  ['unknown draft priced at G3', 'unknown-id', 'gap.price-request', 200, 'fail'],
  ['unknown draft refused with 402 at G3 (S5)', 'unknown-id', 'gap.price-request', 402, 'pass'],
  // L1, S2, S9.
  ['no e-mail, called badly formatted at T6', 'lead-email', 'travel.lead-create', 400, 'pass'],
  ['no e-mail, against a rule at G2', 'lead-email', 'gap.lead-create', 402, 'pass'],
  ['no e-mail, accepted at G2', 'lead-email', 'gap.lead-create', 200, 'fail'],
  ['no e-mail, accepted for later', 'lead-email', 'jobloss.lead-create', 202, 'fail'],
  [
    'no e-mail, 404 at T6 may be the draft',
    'lead-email',
    'travel.lead-create',
    404,
    'inconclusive',
  ],
  ['no e-mail, any 4xx elsewhere', 'lead-email', 'landlord.lead-create', 404, 'pass'],
  ['no e-mail, sent on', 'lead-email', 'jobloss.lead-create', 303, 'inconclusive'],
  ['no e-mail breaks T6', 'lead-email', 'travel.lead-create', 500, 'fail'],
  [
    'no e-mail, 500 where nothing is listed',
    'lead-email',
    'jobloss.lead-create',
    500,
    'inconclusive',
  ],
  // S4: the same if no status is listed at all; a request to retry refuses nothing (S8).
  [
    'no JSON, 403 where nothing is listed',
    'unparseable-body',
    'jobloss.price-request',
    403,
    'pass',
  ],
  [
    'no JSON, 425 where nothing is listed',
    'unparseable-body',
    'jobloss.price-request',
    425,
    'inconclusive',
  ],
  ['another version, 421', 'version', 'jobloss.draft-get', 421, 'inconclusive'],
  ['no JSON, 403 where 400 is listed', 'unparseable-body', 'travel.car-post', 403, 'inconclusive'],
  // S2, S4, S6.
  ['no JSON, 400', 'unparseable-body', 'travel.car-post', 400, 'pass'],
  ['no JSON, 200', 'unparseable-body', 'gap.draft-update', 200, 'fail'],
  ['no JSON, any 4xx at G1 (S4)', 'unparseable-body', 'gap.draft-update', 422, 'pass'],
  [
    'no JSON, 500 at G1 is the only code left (S4)',
    'unparseable-body',
    'gap.draft-update',
    500,
    'inconclusive',
  ],
  ['an array, 402 at G3 (S2)', 'wrong-shape', 'gap.price-request', 402, 'inconclusive'],
  ['an array as a lead', 'wrong-shape', 'travel.lead-create', 200, 'fail'],
  ['an empty payload, contract made (S6)', 'empty-body', 'gap.contract-create', 303, 'fail'],
  // E10, S9.
  ['a field, 422', 'field', 'travel.car-post', 422, 'pass'],
  ['a field, 500 where 400 is listed', 'field', 'travel.car-post', 500, 'fail'],
  ['a field, 500 at G4 (S6)', 'field', 'gap.contract-create', 500, 'inconclusive'],
  ['no answer at all', 'version', 'travel.car-post', undefined, 'inconclusive'],
  ['too many requests', 'unknown-id', 'travel.car-post', 429, 'inconclusive'],
])('%s', (_what, kind, on, status, expected) => {
  expect(verdict(kind, on, status)).toBe(expected);
});

test.each<[ProbeKind, OperationId, number, string | undefined]>([
  ['unparseable-body', 'travel.draft-update', 400, 'pass'],
  ['unparseable-body', 'travel.draft-update', 422, 'fail'],
  // S3: the lists have no code for these causes.
  ['unparseable-body', 'gap.draft-update', 422, undefined],
  ['field', 'gap.contract-create', 422, undefined],
  ['version', 'travel.draft-update', 406, undefined],
  ['country', 'travel.draft-create', 404, undefined],
  ['unknown-id', 'gap.price-request', 404, undefined],
  ['unknown-id', 'travel.draft-update', 410, 'fail'],
  // S8: unlisted transport statuses never fail; an operation without a list has none.
  ['wrong-shape', 'travel.draft-update', 415, undefined],
  ['unknown-id', 'travel.draft-get', 410, undefined],
  ['unknown-id', 'travel.draft-update', 500, undefined],
])('%s on %s, %i: listed status %s', (kind, on, status, expected) => {
  expect(judgeListedStatus(kind, operation(on), status)?.verdict).toBe(expected);
});

test('500 for a malformed body fails if 400 is listed, and only then (S4, S6, S9)', () => {
  const at = (on: OperationId, status: number) =>
    judgeServerError('unparseable-body', operation(on), status)?.verdict;
  expect(at('jobloss.draft-update', 500)).toBe('fail');
  expect(at('jobloss.draft-update', 400)).toBe('pass');
  expect(at('gap.draft-update', 500)).toBe('inconclusive');
  expect(at('jobloss.draft-update', 503)).toBe('inconclusive');
  expect(judgeServerError('version', operation('jobloss.draft-update'), 500)).toBeUndefined();
});

test('404 that conceals an object is not compared with the list, which may lack it (S10)', () => {
  const at = (kind: ProbeKind, on: OperationId, status: number) =>
    judgeListedStatus(kind, operation(on), status)?.verdict;
  expect(at('no-rights', 'gap.price-request', 404)).toBeUndefined();
  expect(at('no-rights', 'travel.draft-create', 404)).toBeUndefined();
  expect(at('no-rights', 'travel.draft-create', 409)).toBe('fail');
  expect(at('missing-credential', 'travel.draft-create', 404)).toBe('fail');
});

test('400 for an id that may be impossible is not compared with the list, any other status is (S11)', () => {
  const at = (on: OperationId, status: number) =>
    judgeListedStatus('unknown-id', operation(on), status)?.verdict;
  expect(at('gap.draft-update', 400)).toBeUndefined();
  expect(at('gap.draft-update', 409)).toBe('fail');
});

test('a missing body and two faults at once may be accepted or refused, but must not cause a server error (S9)', () => {
  const at = (on: OperationId, status: number) =>
    judgeRefusal('no-server-error', operation(on), status).verdict;
  for (const status of [200, 400, 404, 422]) expect(at('travel.car-post', status)).toBe('pass');
  expect(at('travel.car-post', 500)).toBe('fail');
  expect(at('travel.car-post', 503)).toBe('inconclusive');
  expect(at('gap.draft-update', 500)).toBe('inconclusive');
  expect(judgeListedStatus('no-server-error', operation('travel.car-post'), 200)).toBeUndefined();
});

test('402 for a body that is no JSON implies that it is valid (S2)', () => {
  const at = (kind: ProbeKind, status: number) =>
    judgeCalledValid(kind, operation('gap.price-request'), status)?.verdict;
  expect(at('unparseable-body', 402)).toBe('fail');
  expect(at('unparseable-body', 400)).toBe('pass');
  expect(at('wrong-shape', 402)).toBeUndefined();
  expect(judgeCalledValid('unparseable-body', operation('travel.car-post'), 402)).toBeUndefined();
});
