import { expect, test } from 'vitest';
import type { RequirementId } from '../spec/catalogue.ts';
import { LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Scope } from './facts.ts';
import type { CellVerdict } from './finding.ts';
import { appliesTo, judgeWaivers, type Waiver, waiveVerdict } from './waive.ts';

const TODAY = '2026-11-21';
const ALL: Scope = { lines: LINES };
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  requirement: 'STATUS-03',
  operation: '*',
  reason: 'known, PROJ-7',
  owner: 'pricing team',
  expires: '2026-12-31',
  ...more,
});
const cell = (
  requirement: RequirementId,
  on: OperationId,
  verdict: CellVerdict['verdict'],
): CellVerdict => ({
  cell: `${requirement}@${on}`,
  requirement,
  line: operation(on).line,
  operation: on,
  verdict,
  wanted: 'status 402',
  got: 'status 400',
  exchanges: [1],
  checks: 2,
  sightings: 2,
});
const failed = cell('STATUS-03', 'gap.lead-create', 'fail');
/** The three cells of STATUS-03. */
const judged = (...verdicts: readonly CellVerdict['verdict'][]) =>
  (['travel.lead-create', 'gap.lead-create', 'gap.price-request'] as const).map((on, at) =>
    cell('STATUS-03', on, verdicts[at] ?? 'pass'),
  );
const states = (waivers: readonly Waiver[], verdicts: readonly CellVerdict[], scope = ALL) =>
  judgeWaivers(waivers, verdicts, scope, TODAY).map(({ state }) => state);

test('waives a named fail, with its owner', () => {
  expect(waiveVerdict(failed, [waiver()], TODAY)).toEqual({
    ...failed,
    verdict: 'waived',
    waiver: { reason: 'known, PROJ-7', owner: 'pricing team', expires: '2026-12-31' },
  });
});

test.each<CellVerdict['verdict']>(['error', 'inconclusive', 'pass', 'observed', 'not-applicable'])(
  '%s is never waived',
  (verdict) => {
    const other = { ...failed, verdict };

    expect(waiveVerdict(other, [waiver()], TODAY)).toBe(other);
  },
);

test.each([
  ['gap.lead-create', 'waived'],
  ['gap.*', 'waived'],
  ['*.lead-create', 'waived'],
  ['travel.*', 'fail'],
  ['lead-create', 'fail'],
])('the operation %s makes it %s', (on, verdict) => {
  expect(waiveVerdict(failed, [waiver({ operation: on })], TODAY).verdict).toBe(verdict);
});

test('a waiver applies through its last day and not after it', () => {
  const until = [waiver({ expires: TODAY })];

  expect(waiveVerdict(failed, until, TODAY).verdict).toBe('waived');
  expect(waiveVerdict(failed, until, '2026-11-22').verdict).toBe('fail');
});

test('does not waive another requirement', () => {
  expect(waiveVerdict(failed, [waiver({ requirement: 'STATUS-02' })], TODAY).verdict).toBe('fail');
});

test('a waiver of a fail is used, before and after the fail was waived', () => {
  expect(states([waiver()], judged('pass', 'fail'))).toEqual(['used']);
  expect(states([waiver(), waiver()], judged('pass', 'waived'))).toEqual(['used', 'used']);
});

test('a waiver of only passes and observations is unused', () => {
  expect(states([waiver()], judged('pass', 'observed', 'not-applicable'))).toEqual(['unused']);
});

test.each<[string, readonly CellVerdict['verdict'][]]>([
  ['inconclusive', ['pass', 'inconclusive']],
  ['an error', ['pass', 'error']],
  ['ruled out by the target', ['not-applicable', 'not-applicable', 'not-applicable']],
])('a waiver of a cell that is %s stays open', (_what, verdicts) => {
  expect(states([waiver()], judged(...verdicts))).toEqual(['open']);
});

test.each<[string, Scope]>([
  ['line', { lines: ['travel'] }],
  ['requirements', { lines: LINES, requirements: ['STATUS-02'] }],
  ['operations', { lines: LINES, operations: ['travel.lead-create'] }],
])('a waiver of more than the %s of the run stays open', (_what, scope) => {
  const own = judged().filter(({ line }) => line === 'travel');

  expect(states([waiver()], scope.requirements ? [] : own, scope)).toEqual(['open']);
});

test('an expired waiver, or one of nothing that exists, is stale, whatever the run judged', () => {
  const waivers = [
    waiver({ expires: '2026-11-20' }),
    waiver({ requirement: 'STATUS-99' }),
    waiver({ operation: 'jobloss.*' }),
  ];

  expect(states(waivers, judged('fail', 'fail', 'fail'))).toEqual([
    'expired',
    'unknown-requirement',
    'unknown-operation',
  ]);
  expect(states(waivers, [], { lines: ['jobloss'] })).toEqual([
    'expired',
    'unknown-requirement',
    'unknown-operation',
  ]);
});

test('a requirement may be a pattern, too', () => {
  const all = waiver({ requirement: '*' });
  const some = waiver({ requirement: 'STATUS-0?', operation: '*.lead-create' });

  expect(waiveVerdict(failed, [all], TODAY).verdict).toBe('waived');
  expect(waiveVerdict(failed, [some], TODAY).verdict).toBe('waived');
  expect(waiveVerdict(failed, [waiver({ requirement: 'GAP-*' })], TODAY).verdict).toBe('fail');
});

test.each<[string, Partial<Waiver>, readonly CellVerdict['verdict'][], string]>([
  ['names a fail', { requirement: '*' }, ['pass', 'fail'], 'used'],
  ['names what failed nowhere', { requirement: 'STATUS-03*' }, ['pass', 'observed'], 'unused'],
  ['names more than was judged', { requirement: 'STATUS-*' }, ['pass'], 'open'],
  ['names no requirement', { requirement: 'STATIS-*' }, ['fail'], 'unknown-requirement'],
  [
    'names no operation of its requirements',
    { requirement: 'STATUS-*', operation: 'jobless.*' },
    ['fail'],
    'unknown-operation',
  ],
  ['is over', { requirement: '*', expires: '2026-11-20' }, ['fail'], 'expired'],
])('the state of a pattern that %s', (_what, more, verdicts, state) => {
  expect(states([waiver(more)], judged(...verdicts))).toEqual([state]);
});

test('a waiver is in scope if it covers a selected cell, or nothing that exists', () => {
  const scope: Scope = { lines: LINES, requirements: ['STATUS-03'] };
  const about = (more: Partial<Waiver>) => appliesTo(waiver(more), scope);

  expect(about({})).toBe(true);
  expect(about({ requirement: 'STATUS-*' })).toBe(true);
  expect(about({ requirement: 'STATUS-02' })).toBe(false);
  expect(about({ requirement: 'GAP-*' })).toBe(false);
  expect(about({ requirement: 'STATUS-99' })).toBe(true);
  expect(about({ requirement: 'STATUS-02', operation: 'nowhere.*' })).toBe(true);
  expect(appliesTo(waiver({ requirement: 'STATUS-02' }), ALL)).toBe(true);
});

test('an observed addition is used if it waived a cell, and never has to be removed', () => {
  const addition = { ...waiver(), release: '1.1.0' };
  const own = waiveVerdict(failed, [waiver(), addition], TODAY);
  const observed = waiveVerdict(failed, [addition], TODAY);
  const statesOf = (...cells: readonly CellVerdict[]) =>
    judgeWaivers([addition], cells, ALL, TODAY).map(({ state }) => state);

  expect(own.waiver).not.toHaveProperty('release');
  expect(observed.waiver).toMatchObject({ release: '1.1.0' });
  expect(statesOf(observed)).toEqual(['used']);
  expect(statesOf(own)).toEqual(['open']);
  expect(statesOf(...judged('pass', 'pass', 'pass'))).toEqual(['open']);
});

test('a recorded waiver gives the same verdict as when it was given', () => {
  const recorded = { ...waiver(), state: 'used' } as Waiver;

  expect(waiveVerdict(failed, [recorded], TODAY)).toEqual(waiveVerdict(failed, [waiver()], TODAY));
});
