import { expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  FLAG_STATUS,
  type Followed,
  judgeDraftFault,
  judgeUnobservableFault,
  type TriedFault,
  judgeCheckpoint,
  type Leg,
  judgeFlagStatus,
} from './draft-fault.ts';
import { type Stage } from '../../spec/declared-checkpoint.ts';
import { sampleExchange } from '../example.ts';

const J1 = 'jobloss.draft-update';
const G1 = 'gap.draft-update';
const FREE = 'jobloss.draft-create';
const FAULT: TriedFault = {
  requirement: 'JOBLOSS-FLAG-01',
  operation: FREE,
  pointer: '/risk/flag',
  what: 'a flag',
};
const STAGES = ['write', 'price', 'contract'] as const;
const AFTER_WRITE: readonly OperationId[] = ['jobloss.price-request', 'jobloss.contract-create'];

const answered = (id: OperationId, status: number | undefined, n: number): Exchange => {
  const { response, ...sent } = sampleExchange(id, status ?? 599, { n });
  return status === undefined || !response ? sent : { ...sent, response };
};

/** Statuses of the stages from the write on; `undefined` is no answer. */
const followed = (
  answers: readonly (number | undefined)[],
  { on = J1, from = 1, ...more }: Partial<Followed> & { on?: OperationId; from?: number } = {},
): Followed => ({
  legs: [on, ...AFTER_WRITE].slice(0, answers.length).map((id, at) => ({
    stage: STAGES[at] ?? 'write',
    operation: operation(id),
    exchange: answered(id, answers[at], from + at),
  })),
  ...more,
});

const main = (faulty: Followed, control: Followed, at: Stage) =>
  judgeDraftFault(FAULT, faulty, control, at)[0];
const statuses = (faulty: Followed, control: Followed, more: Partial<TriedFault>) =>
  judgeDraftFault({ ...FAULT, ...more }, faulty, control, 'write').slice(1);

const taken = followed([200], { from: 5 });

test('a refusal at the write passes beside a control request that was accepted there (E3)', () => {
  expect(main(followed([400]), taken, 'price')).toEqual({
    requirement: 'JOBLOSS-FLAG-01',
    operation: FREE,
    checkpoint: 'price',
    verdict: 'pass',
    twin: 5,
    exchanges: [1],
    wanted: 'a refusal by the price request at the latest: a flag',
    got: 'status 400 at the write',
    where: '/risk/flag',
  });
});

const pricedControl = followed([200, 303], { from: 5 });
const lost = followed([200], { stuck: 'no id' });
const PRICED = { verdict: 'fail', twin: 6, exchanges: [1, 2], got: 'status 200 at the price' };
const NONE = { reason: 'disturbance', got: 'no answer: no reason given at the write' };
const STUCK = followed([200, 200, 200], { stuck: 'the terms token was not found' });

test.each<[string, Followed, Followed, Stage, object]>([
  ['the write takes the flag (E1)', followed([200]), taken, 'write', { verdict: 'fail', twin: 5 }],
  ['the price request takes it (E3)', followed([200, 200]), pricedControl, 'price', PRICED],
  ['a stale credential', followed([401]), taken, 'write', { reason: 'other-code', twin: 5 }],
  ['no answer', followed([undefined]), taken, 'write', NONE],
  ['the way was lost', lost, taken, 'price', { reason: 'blocked-by', got: 'no id' }],
  ['the way was lost at the end', STUCK, STUCK, 'contract', { reason: 'blocked-by' }],
])(
  'beside an accepted control request the checkpoint decides: %s',
  (_, faulty, control, at, expected) => {
    expect(main(faulty, control, at)).toMatchObject({ verdict: 'inconclusive', ...expected });
  },
);

test.each<[string, Followed, string]>([
  ['it was refused', followed([400]), 'twin-refused'],
  ['it was not answered', followed([undefined]), 'disturbance'],
  ['a gateway answered', followed([502]), 'disturbance'],
  ['it was not sent', followed([]), 'twin-refused'],
])('without an accepted control request nothing is settled: %s', (_, control, reason) => {
  const open = { verdict: 'inconclusive', reason, exchanges: [1] };
  expect(main(followed([400]), control, 'write')).toMatchObject(open);
  expect(main(followed([200]), control, 'write')).not.toHaveProperty('twin');
  const stuck = { verdict: 'inconclusive', reason: 'blocked-by', got: 'no id' };
  expect(main(lost, control, 'price')).toMatchObject(stuck);
});

test.each<[string, Followed]>([
  ['it got stuck after it', lost],
  ['it went further', followed([200, 200])],
])('a control request needs to be accepted only at the same call: %s', (_, control) => {
  expect(main(followed([400]), control, 'write')).toMatchObject({ verdict: 'pass', twin: 1 });
});

test('a fault that only a contract could show stays unseen if the target permits none', () => {
  const faulty = followed([200, 200], { stuck: 'none allowed', isForbidden: true });
  for (const control of [followed([200, 200]), taken]) {
    const unseen = main(faulty, control, 'contract');
    expect(unseen).toMatchObject({ verdict: 'observed', reason: 'side-effects-never' });
    expect(unseen).not.toHaveProperty('twin');
  }
});

test('a draft that may have the values of another one proves nothing (D13)', () => {
  const faulty = followed([200], { mixedUpBy: 'DRAFT-04', isForbidden: true });
  const blocked = { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-04' };
  expect(main(faulty, taken, 'write')).toMatchObject(blocked);
});

const STATUS_FREE = { isStatusFree: true, hasNamedStatus: true } as const;
const NAMED = { hasNamedStatus: true } as const;

test.each<[string, Followed, Partial<TriedFault>, readonly string[]]>([
  ['a listed status', followed([400]), {}, ['STATUS-02 pass']],
  ['an unlisted one (S3)', followed([422]), {}, ['STATUS-02 fail']],
  ['no list', followed([422], { on: FREE }), {}, []],
  ['a list without the cause (S3)', followed([422], { on: G1 }), {}, []],
  ['no refusal', followed([200]), NAMED, []],
  ['no answer', followed([undefined]), NAMED, []],
  ['nothing was sent', followed([]), NAMED, []],
  ['refused later', followed([400, 400]), NAMED, []],
  ['a status that nobody states (E2)', followed([422]), STATUS_FREE, []],
  ['the status that is named (E1)', followed([400]), NAMED, ['STATUS-02 pass', 'FLAG pass']],
  ['another one without a list', followed([422], { on: FREE }), NAMED, ['FLAG fail']],
  ['an unlisted one is punished once', followed([422]), NAMED, ['STATUS-02 fail']],
])('the status of the refusal: %s', (_, faulty, more, expected) => {
  const on = faulty.legs[0]?.operation.id ?? J1;
  const judged = statuses(faulty, followed([200], { on, from: 5 }), more).map(
    ({ requirement, verdict }) => `${requirement} ${verdict}`,
  );
  expect(judged.map((each) => each.replace(FLAG_STATUS, 'FLAG'))).toEqual(expected);
});

test('a status is reported for the operation that answered it, with the control request if that decides', () => {
  const [listed, named] = statuses(followed([400]), taken, NAMED);
  const shown = { operation: J1, exchanges: [1], got: 'status 400 at the write' };
  expect(listed).toMatchObject({ ...shown, requirement: 'STATUS-02' });
  expect(named).toMatchObject({ ...shown, requirement: FLAG_STATUS, twin: 5 });
});

test('without an accepted control request the named status is not judged, the listed one is', () => {
  const judged = statuses(followed([400]), followed([400]), NAMED);
  expect(judged.map(({ requirement }) => requirement)).toEqual(['STATUS-02']);
});

test('a fault that no run sees refused is only observed, with the reason from the target (C8, E6)', () => {
  expect(judgeUnobservableFault(FAULT, 'the target says so')).toEqual({
    requirement: 'JOBLOSS-FLAG-01',
    operation: FREE,
    verdict: 'observed',
    reason: 'not-declared',
    wanted: 'a refusal: a flag',
    got: 'the target says so',
    exchanges: [],
  });
});

const OPERATIONS = {
  write: operation('travel.draft-update'),
  price: operation('travel.price-request'),
  contract: operation('travel.contract-create'),
};
const legs = (...statuses: readonly [Stage, number | undefined][]): Leg[] =>
  statuses.map(([stage, status]) => ({ stage, operation: OPERATIONS[stage], status }));
const verdict = (checkpoint: Stage, ...statuses: readonly [Stage, number | undefined][]) =>
  judgeCheckpoint(legs(...statuses), checkpoint).verdict;

test('refused at the write passes, whatever the checkpoint (E3)', () => {
  expect(verdict('write', ['write', 400])).toBe('pass');
  expect(verdict('contract', ['write', 422])).toBe('pass');
});

test('refused late but in time passes, with a code of that step (E3, E8)', () => {
  expect(verdict('price', ['write', 200], ['price', 402])).toBe('pass');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 409])).toBe('pass');
});

test('accepted at the checkpoint fails (E1, E3, E4)', () => {
  expect(verdict('write', ['write', 200])).toBe('fail');
  expect(verdict('price', ['write', 200], ['price', 201])).toBe('fail');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 303])).toBe('fail');
});

test('a priced draft alone settles nothing if the contract decides (E4)', () => {
  expect(verdict('contract', ['write', 200], ['price', 200])).toBe('inconclusive');
});

test('a server error fails if a client code is listed for the cause (S9)', () => {
  expect(verdict('write', ['write', 500])).toBe('fail');
  expect(verdict('price', ['write', 200], ['price', 500])).toBe('inconclusive');
});

test('any 4xx refuses if no status is listed for the cause (S4)', () => {
  const gap = { stage: 'write', operation: operation('gap.draft-update') } as const;
  for (const status of [400, 403, 404, 409, 413, 415, 422])
    expect(judgeCheckpoint([{ ...gap, status }], 'contract').verdict).toBe('pass');
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 403])).toBe('pass');
  for (const status of [401, 408, 421, 425, 429, 500])
    expect(judgeCheckpoint([{ ...gap, status }], 'contract').verdict).toBe('inconclusive');
});

test('413 for a contract call proves nothing about the contract (K4)', () => {
  expect(verdict('contract', ['write', 200], ['price', 200], ['contract', 413])).toBe(
    'inconclusive',
  );
});

test.each([undefined, 408, 421, 425, 429, 503, 415, 401, 403, 404])(
  '%s proves nothing about the draft',
  (status) => {
    expect(verdict('write', ['write', status])).toBe('inconclusive');
  },
);

test('no leg at all settles nothing', () => {
  expect(verdict('write')).toBe('inconclusive');
});

const create = operation('jobloss.draft-create');
const update = operation('jobloss.draft-update');
const verdicts = (status: number | undefined) =>
  [create, update].map((row) => judgeFlagStatus(row, status)?.verdict);

test('400 is the stated status, on both writes', () => {
  expect(verdicts(400)).toEqual(['pass', 'pass']);
});

test('422 fails without a list; with one, that requirement reports it (S3)', () => {
  expect(verdicts(422)).toEqual(['fail', undefined]);
  expect(verdicts(402)).toEqual(['fail', undefined]);
});

test('a listed status other than 400 fails on both', () => {
  expect(verdicts(403)).toEqual(['fail', 'fail']);
  expect(verdicts(404)).toEqual(['fail', 'fail']);
});

test.each([401, 413, 429])('%s concerns something else', (status) => {
  expect(verdicts(status)).toEqual(['inconclusive', 'inconclusive']);
});

test.each([undefined, 200, 303, 500, 503])('%s refuses nothing', (status) => {
  expect(verdicts(status)).toEqual([undefined, undefined]);
});
