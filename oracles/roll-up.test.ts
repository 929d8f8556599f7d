import { expect, test } from 'vitest';
import { exitCodeOf } from './exit-code.ts';
import type { Finding } from './finding.ts';
import { rollUp, rollUpCell } from './roll-up.ts';
import { cellOf, finding } from './testing/sample-finding.ts';

const status = cellOf('STATUS-01', 'travel.car-post');
const legal = cellOf('LEGAL-01', 'travel.draft-create');

test('a cell without a finding is inconclusive, never a pass', () => {
  expect(rollUpCell(status, [])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'hole',
    checks: 0,
  });
});

test('one sighting is intermittent, two are a fail', () => {
  const one = finding(status, 'fail');
  expect(rollUpCell(status, [finding(status, 'pass'), one])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'intermittent',
    got: 'g (seen 1 of 2 times)',
  });
  expect(rollUpCell(status, [one, finding(status, 'fail', { attempt: 2 })]).verdict).toBe('fail');
});

test('the same exchange judged twice is one sighting', () => {
  const one = finding(status, 'fail');
  expect(rollUpCell(status, [one, one])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'intermittent',
  });
});

test('a refusal fails only beside an accepted control request and in two bodies (V17)', () => {
  const refusals = [finding(legal, 'fail'), finding(legal, 'fail', { attempt: 2 })];
  const accepted = finding(legal, 'pass', { test: 'journey/travel/2' });
  const elsewhere = finding(legal, 'fail', { test: 'journey/travel/3' });
  const unproven = { verdict: 'inconclusive', reason: 'twin-refused' };
  expect(rollUpCell(legal, refusals)).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, accepted])).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, elsewhere])).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, accepted, elsewhere]).verdict).toBe('fail');
});

test('refusals of one test count as two bodies if these differ (V17)', () => {
  const accepted = finding(legal, 'pass', { test: 'journey/travel/2' });
  const verdictOf = (...bodies: readonly number[]) =>
    rollUpCell(legal, [
      accepted,
      ...bodies.map((body, at) => finding(legal, 'fail', { body, attempt: at + 1 })),
    ]).verdict;

  expect([verdictOf(7, 7), verdictOf(7, 8)]).toEqual(['inconclusive', 'fail']);
});

test('a disturbance is settled by a repeat without one', () => {
  const disturbed = finding(status, 'inconclusive', { reason: 'disturbance' });
  expect(rollUpCell(status, [disturbed, finding(status, 'pass', { attempt: 2 })]).verdict).toBe(
    'pass',
  );
  expect(rollUpCell(status, [disturbed, finding(status, 'pass', { test: 'other' })]).verdict).toBe(
    'inconclusive',
  );
});

test('a lost answer is settled by a repeat without a finding on this cell, once others reached it', () => {
  const path = cellOf('PATH-01', 'travel.car-post');
  const lost = finding(path, 'inconclusive', { reason: 'disturbance', test: 'probe' });
  const again = finding(status, 'pass', { test: 'probe', attempt: 2 });
  const served = finding(path, 'pass', { test: 'journey/travel/1' });
  const verdictOn = (...found: readonly Finding[]) => rollUp([path, status], found)[0];

  expect(verdictOn(lost, again, served)).toMatchObject({ verdict: 'pass' });
  expect(verdictOn(lost, served)).toMatchObject({ verdict: 'inconclusive' });
  expect(verdictOn(lost, again)).toMatchObject({ verdict: 'inconclusive' });
  expect(verdictOn(lost, { ...lost, attempt: 2 }, again, served)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
  // Other data do not clear a service that never answers these.
  expect(verdictOn(lost, { ...again, seed: lost.seed + 1 }, served)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'disturbance',
  });
  const open = { ...lost, reason: 'twin-refused' } as const;
  expect(verdictOn(open, again, served)).toMatchObject({ verdict: 'inconclusive' });
});

test('an observation beside a pass is a pass, alone it stays one', () => {
  expect(rollUpCell(status, [finding(status, 'observed'), finding(status, 'pass')]).verdict).toBe(
    'pass',
  );
  expect(rollUpCell(status, [finding(status, 'observed')]).verdict).toBe('observed');
});

test('a cell that one test could not reach is judged by another test that could', () => {
  const blocked = finding(status, 'inconclusive', { reason: 'blocked-by', blockedBy: 'LEGAL-01' });
  const elsewhere = { test: 'journey/travel/2' };
  expect(rollUpCell(status, [blocked, finding(status, 'pass', elsewhere)]).verdict).toBe('pass');
  const seen = finding(status, 'observed', { ...elsewhere, reached: true });
  expect(rollUpCell(status, [blocked, seen]).verdict).toBe('observed');
  expect(rollUpCell(status, [blocked, finding(status, 'observed', elsewhere)])).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'LEGAL-01',
  });
});

test('a listed server error is its own evidence, without a control request (S9)', () => {
  const auth = cellOf('AUTH-01', 'travel.draft-create');
  const sighting = (more: Partial<Finding>) => finding(auth, 'fail', more);
  expect(rollUpCell(auth, [sighting({}), sighting({ attempt: 2 })]).verdict).toBe('inconclusive');
  const own = { ownEvidence: true } as const;
  expect(rollUpCell(auth, [sighting(own), sighting({ ...own, attempt: 2 })]).verdict).toBe('fail');
});

test('two proven sightings are enough beside others that are not', () => {
  const error = cellOf('ERROR-01', 'travel.draft-get');
  const sighting = (more: Partial<Finding>) => finding(error, 'fail', more);
  const own = { ownEvidence: true } as const;
  const unproven = [sighting({ exchanges: [7] }), sighting({ exchanges: [8] })];
  const proven = [sighting({ ...own, exchanges: [9] }), sighting({ ...own, exchanges: [10] })];
  expect(rollUpCell(error, unproven).verdict).toBe('inconclusive');
  expect(rollUpCell(error, [...unproven, ...proven.slice(1)]).verdict).toBe('inconclusive');
  expect(rollUpCell(error, [...unproven, ...proven]).verdict).toBe('fail');
});

test('every cell gets exactly one verdict, in the order of the ledger', () => {
  const ruledOut = {
    ...legal,
    notApplicable: { reason: 'side-effects-never', text: 'no' },
  } as const;
  const verdicts = rollUp([status, ruledOut], [finding(status, 'pass')]);
  expect(verdicts.map((each) => [each.cell, each.verdict])).toEqual([
    ['STATUS-01@travel.car-post', 'pass'],
    ['LEGAL-01@travel.draft-create', 'not-applicable'],
  ]);
});

test('a finding outside the ledger is an error of the harness', () => {
  expect(() => rollUp([legal], [finding(status, 'pass')])).toThrow(/STATUS-01@travel.car-post/);
});

test.each([
  [['pass', 'observed', 'not-applicable'], 0],
  [['pass', 'fail', 'inconclusive'], 1],
  [['pass', 'inconclusive'], 3],
  [['pass', 'error', 'fail'], 4],
  [[], 3],
] as const)('verdicts %j exit with %i', (verdicts, code) => {
  expect(exitCodeOf(verdicts)).toBe(code);
});

test('shows the last, shrunk sighting of one check', () => {
  const cell = cellOf('LEGAL-01', 'gap.price-request');
  const findings = [
    finding(cell, 'fail', { twin: 1, test: 'legal/1', exchanges: [2] }),
    finding(cell, 'fail', { twin: 1, test: 'legal/2', exchanges: [3] }),
    finding(cell, 'fail', { twin: 1, test: 'legal/1', attempt: 2, exchanges: [9], path: 'small' }),
  ];
  const [shown] = rollUp([cell], findings);
  expect(shown).toMatchObject({ exchanges: [9], path: 'small', sightings: 3 });
});
