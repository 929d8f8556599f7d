import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Finding } from './finding.ts';
import type { Cell } from './ledger.ts';
import { rollUp, rollUpCell } from './roll-up.ts';

const cellOf = (requirement: RequirementId, operation: OperationId): Cell => ({
  id: `${requirement}@${operation}`,
  requirement,
  operation,
});
const status = cellOf('STATUS-01', 'travel.car-post');
const legal = cellOf('LEGAL-01', 'travel.draft-create');

let n = 0;
const finding = (cell: Cell, verdict: Finding['verdict'], over: Partial<Finding> = {}): Finding => {
  n += 1;
  const { requirement, operation } = cell;
  const base = {
    wanted: 'w',
    got: 'g',
    exchanges: [n],
    test: 'journey/travel/1',
    attempt: 1,
    seed: 1,
  };
  return { requirement, operation, verdict, ...base, ...over };
};

test('without a finding a cell is a hole, never a pass', () => {
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

test('the same exchange said twice is one sighting', () => {
  const one = finding(status, 'fail');
  expect(rollUpCell(status, [one, one])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'intermittent',
  });
});

test('a refusal fails only beside an accepted twin and in two bodies (V17)', () => {
  const refusals = [finding(legal, 'fail'), finding(legal, 'fail', { attempt: 2 })];
  const accepted = finding(legal, 'pass', { test: 'journey/travel/2' });
  const elsewhere = finding(legal, 'fail', { test: 'journey/travel/3' });
  const unproven = { verdict: 'inconclusive', reason: 'twin-refused' };
  expect(rollUpCell(legal, refusals)).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, accepted])).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, elsewhere])).toMatchObject(unproven);
  expect(rollUpCell(legal, [...refusals, accepted, elsewhere]).verdict).toBe('fail');
});

test('an empty object that a deletion refuses is one finding, not legal deletions at large (D7)', () => {
  const cells = (['PATH-01', 'LEGAL-01', 'TRAVEL-CAR-04'] as const).map((id) =>
    cellOf(id, 'travel.car-delete'),
  );
  const refused = cells.flatMap((cell) =>
    [1, 2].map((at) => finding(cell, 'fail', { twin: 1, test: `journey/travel/${at}` })),
  );
  expect(rollUp(cells, refused).map(({ verdict }) => verdict)).toEqual([
    'inconclusive',
    'inconclusive',
    'fail',
  ]);
});

test('a disturbance that the repetition did not meet again is settled', () => {
  const disturbed = finding(status, 'inconclusive', { reason: 'disturbance' });
  expect(rollUpCell(status, [disturbed, finding(status, 'pass', { attempt: 2 })]).verdict).toBe(
    'pass',
  );
  expect(rollUpCell(status, [disturbed, finding(status, 'pass', { test: 'other' })]).verdict).toBe(
    'inconclusive',
  );
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

test('a server error is its own evidence where it is listed as one, without a twin (S9)', () => {
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

test('a read that breaks down is one finding: whether the draft can be read is not to be seen', () => {
  const [error, read] = [
    cellOf('ERROR-01', 'travel.draft-get'),
    cellOf('DRAFT-01', 'travel.draft-get'),
  ];
  const seen = (cell: Cell) =>
    [1, 2].map((n) => finding(cell, 'fail', { twin: 3, exchanges: [n] }));
  const both = rollUp([error, read], [...seen(error), ...seen(read)]);
  expect(both.map(({ verdict }) => verdict)).toEqual(['fail', 'inconclusive']);
});

test('a refused legal value is one finding: that of its field, not legal requests at large as well', () => {
  const field = cellOf('TRAVEL-LEGAL-language', 'travel.draft-create');
  const refused = (cell: Cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'journey/travel/9' }),
  ];
  const both = rollUp([legal, field], [...refused(legal), ...refused(field)]);
  expect(both.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual([
    ['inconclusive', 'TRAVEL-LEGAL-language'],
    ['fail', undefined],
  ]);
  expect(rollUp([legal], refused(legal)).map(({ verdict }) => verdict)).toEqual(['fail']);
});

test('refusals at large are waived by their own waiver alone, whatever explains them', () => {
  const field = cellOf('TRAVEL-LEGAL-language', 'travel.draft-create');
  const findings = [legal, field].flatMap((cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'journey/travel/9' }),
  ]);
  const verdictsWith = (...waived: readonly RequirementId[]) =>
    rollUp([legal, field], findings, (each) =>
      waived.includes(each.requirement) ? { ...each, verdict: 'waived' } : each,
    ).map(({ verdict }) => verdict);

  expect(verdictsWith('TRAVEL-LEGAL-language')).toEqual(['inconclusive', 'waived']);
  expect(verdictsWith('LEGAL-01', 'TRAVEL-LEGAL-language')).toEqual(['waived', 'waived']);
  expect(verdictsWith('LEGAL-01')).toEqual(['waived', 'fail']);
});

test('a refused field explains the refusal of what is inside it, not of its neighbour', () => {
  const cells = ['partnerReference', 'partnerReference[].key'].map((name) =>
    cellOf(`GAP-LEAD-LEGAL-${name}` as RequirementId, 'gap.lead-create'),
  );
  const findings = cells.flatMap((cell) => [
    finding(cell, 'fail', { twin: 1 }),
    finding(cell, 'fail', { twin: 1, test: 'legal/2' }),
  ]);
  expect(rollUp(cells, findings).map(({ verdict }) => verdict)).toEqual(['fail', 'inconclusive']);
});

test.each(['GAP-FRACTION-01', 'KEYVALUE-01'] as const)(
  '%s is about a legal value under another name, and explains refusals at large',
  (value) => {
    const cells = ([value, 'LEGAL-01'] as const).map((id) => cellOf(id, 'gap.price-request'));
    const findings = cells.flatMap((cell) => [
      finding(cell, 'fail', { twin: 1 }),
      finding(cell, 'fail', { twin: 1, test: 'legal/2' }),
    ]);
    expect(rollUp(cells, findings).map(({ blockedBy }) => blockedBy)).toEqual([undefined, value]);
  },
);

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

test('a finding outside the ledger is our own mistake and said', () => {
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

test('of the sightings of one check the last is shown, which was made small', () => {
  const cell = cellOf('LEGAL-01', 'gap.price-request');
  const findings = [
    finding(cell, 'fail', { twin: 1, test: 'legal/1', exchanges: [2] }),
    finding(cell, 'fail', { twin: 1, test: 'legal/2', exchanges: [3] }),
    finding(cell, 'fail', { twin: 1, test: 'legal/1', attempt: 2, exchanges: [9], path: 'small' }),
  ];
  const [shown] = rollUp([cell], findings);
  expect(shown).toMatchObject({ exchanges: [9], path: 'small', sightings: 3 });
});
