import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  isWorthRepeating,
  judgeProbe,
  type ControlOutcome,
  type SentProbe,
} from './judge-probe.ts';
import type { ProbeKind } from './refusal.ts';
import { sampleExchange } from '../example.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';

const T2 = 'travel.draft-update';
const G1 = 'gap.draft-update';
const G3 = 'gap.price-request';
const NO_JSON = 'unparseable-body';
const CELL = cellOf('LEGAL-01', T2);

const sent = (kind: ProbeKind): SentProbe => ({ requirement: 'BODY-01', kind, name: 'no-json' });
const answered = (on: OperationId, status: number): Exchange =>
  sampleExchange(on, status, { n: 8 });
const accepted: ControlOutcome = {
  exchange: sampleExchange(T2, 200, { n: 2 }),
  worst: finding(CELL, 'pass'),
};
const judged = (kind: ProbeKind, on: OperationId, status: number, control = accepted) =>
  judgeProbe(sent(kind), operation(on), answered(on, status), control);

test.each<[string, ProbeKind, OperationId, number, string]>([
  ['refused', 'version', T2, 406, 'BODY-01 pass'],
  ['accepted', 'version', T2, 200, 'BODY-01 fail'],
  ['as it is listed', NO_JSON, T2, 400, 'BODY-01 pass, BODY-05 pass, STATUS-02 pass'],
  ['by an unlisted status (S3)', NO_JSON, T2, 422, 'BODY-01 pass, BODY-05 pass, STATUS-02 fail'],
  ['as a caller', NO_JSON, T2, 403, 'BODY-01 inconclusive, BODY-05 pass, STATUS-02 pass'],
  ['by a server error (S9)', NO_JSON, T2, 500, 'BODY-01 inconclusive, BODY-05 fail'],
  // S4: the only status left if no client status is listed.
  ['by a server error', NO_JSON, G1, 500, 'BODY-01 inconclusive, BODY-05 inconclusive'],
  [
    'as a valid request (S2)',
    NO_JSON,
    G3,
    402,
    'BODY-01 pass, BODY-05 pass, STATUS-03 fail, STATUS-02 pass',
  ],
  // One deviation fails once (S3).
  ['by the wrong one of the listed', 'missing-credential', T2, 403, 'BODY-01 fail'],
  ['by an unlisted one that fails', 'missing-credential', T2, 409, 'BODY-01 fail'],
])('a request with one fault is answered: %s', (_, kind, on, status, expected) => {
  const requirements = judged(kind, on, status).map(
    (each) => `${each.requirement} ${each.verdict}`,
  );
  expect(requirements.join(', ')).toBe(expected);
});

test('a probe names its fault, its exchange and its control request', () => {
  expect(judged(NO_JSON, T2, 403)[0]).toEqual({
    requirement: 'BODY-01',
    operation: T2,
    verdict: 'inconclusive',
    reason: 'unlisted-sane-code',
    wanted: 'status 400; probe: no-json',
    got: 'status 403',
    exchanges: [8],
    twin: 2,
  });
});

test.each<[string, Pick<Exchange, 'error'>, string]>([
  ['late', { error: { code: 'DEADLINE', message: 'late' } }, 'no answer: DEADLINE'],
  ['nobody knows why', {}, 'no answer: no reason given'],
])('no answer settles the requirement of the probe alone: %s', (_, error, got) => {
  const { response: _response, ...silent } = answered(T2, 200);
  const all = judgeProbe(sent('wrong-shape'), operation(T2), { ...silent, ...error }, accepted);
  expect(all).toMatchObject([{ verdict: 'inconclusive', reason: 'disturbance', got }]);
  expect(all).toHaveLength(1);
});

const exchange = answered(T2, 402);
test.each<[string, ControlOutcome, object]>([
  ['nothing is known of it', {}, { verdict: 'inconclusive', reason: 'twin-refused' }],
  ['nothing was judged', { exchange }, { verdict: 'inconclusive', reason: 'twin-refused' }],
  [
    'it was refused',
    { exchange, worst: finding(CELL, 'inconclusive') },
    { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'LEGAL-01' },
  ],
  [
    'it was never called',
    { worst: finding(CELL, 'fail') },
    { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'LEGAL-01' },
  ],
  [
    'it is not declared (S14)',
    { worst: finding(CELL, 'observed', { reason: 'not-declared' }) },
    { verdict: 'observed', reason: 'not-declared' },
  ],
  [
    'it is open',
    { worst: finding(CELL, 'observed') },
    { verdict: 'observed', reason: 'specification-silent' },
  ],
])(
  'without an accepted control request its own deviation is reported: %s',
  (_, control, expected) => {
    const shown = control.exchange ? { twin: 8 } : {};
    const base = { operation: T2, got: 'status 406', exchanges: [8], ...shown, ...expected };
    expect(judged('version', T2, 406, control)).toEqual([
      { ...base, requirement: 'BODY-01', wanted: 'a refusal (4xx); probe: no-json' },
    ]);
  },
);

test('an accepted fault is a sighting even if its control request was refused, which it then does not name', () => {
  for (const control of [{}, { exchange }, { worst: finding(CELL, 'pass') }]) {
    const [first] = judged('version', T2, 200, control);
    expect(first).toMatchObject({ verdict: 'fail', exchanges: [8] });
    expect(first).not.toHaveProperty('twin');
  }
});

test('a server error fails by itself if a client code is listed, nothing else does (S9)', () => {
  const judgeVersion = (status: number, control?: ControlOutcome) =>
    judged('invalid-credential', T2, status, control).map(
      (each) => `${each.verdict}${each.ownEvidence ? ' by itself' : ''}`,
    );

  expect(judgeVersion(500, {})).toEqual(['fail by itself']);
  expect(judgeVersion(500)).toEqual(['fail by itself']);
  expect(judgeVersion(403, {})).toEqual(['inconclusive']);
  expect(judgeVersion(200)).toEqual(['fail']);
  expect(judged('version', T2, 500)[0]).not.toHaveProperty('ownEvidence');
});

test.each<[string, ProbeKind, number, boolean]>([
  ['it is accepted', 'version', 200, true],
  ['the status is unlisted', NO_JSON, 422, true],
  ['it is refused', NO_JSON, 400, false],
  ['it is open', 'version', 500, false],
  ['no answer of the service came', 'version', 502, true],
])('another attempt or not: %s', (_, kind, status, expected) => {
  expect(isWorthRepeating(sent(kind), operation(T2), answered(T2, status))).toBe(expected);
});

/** The owner's same call, which was refused with this status, under this address. */
const owners = (status: number, url = 'http://127.0.0.1/sample'): ControlOutcome => {
  const exchange = sampleExchange(T2, status, { n: 2 });
  return { exchange: { ...exchange, request: { ...exchange.request, url } } };
};

test.each<readonly [string, ControlOutcome, string]>([
  ['refused otherwise', owners(409), 'fail'],
  [
    'refused otherwise, in another spelling of the country',
    owners(409, 'HTTP://127.0.0.1/SAMPLE'),
    'fail',
  ],
  ['refused alike, as on a draft that is closed to all', owners(403), 'inconclusive'],
  ['refused for its own credential', owners(401), 'inconclusive'],
  ['refused as a path that is not served (S14)', owners(404), 'inconclusive'],
  ['refused on another draft', owners(409, 'http://127.0.0.1/other'), 'inconclusive'],
])('a credential alone decides a 403 if the owner is %s (S10)', (_, control, verdict) => {
  const [first] = judged('missing-credential', T2, 403, control);
  expect(first?.verdict).toBe(verdict);
});

test('a refused control request decides no other fault', () => {
  expect(judged('version', T2, 200, owners(409))[0]?.twin).toBeUndefined();
  expect(judged('no-rights', T2, 400, owners(409))[0]?.verdict).toBe('inconclusive');
});
