import { expect, test } from 'vitest';
import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { cellVerdict, exchange } from '../../reports/testing/sample-record.ts';
import { HOSTILE } from '../../reports/testing/sample-page.ts';
import { diffDocument, diffSummary } from '../../reports/diff/diff-document.ts';
import { diffRuns, changeLines } from './run-diff.ts';

const cells = (verdicts: Readonly<Record<string, Verdict>>): readonly CellVerdict[] =>
  Object.entries(verdicts).map(([cell, verdict]) => cellVerdict({ cell, verdict }));

const run = (verdicts: Readonly<Record<string, Verdict>>, points: readonly OpenPoint[] = []) => ({
  verdicts: cells(verdicts),
  points,
  exchanges: [],
});

const point = (outcome: string, more: Partial<OpenPoint> = {}): OpenPoint => ({
  id: 'unknown-field@travel-draft',
  subject: 'requests',
  question: 'an unknown field',
  rule: 'V2',
  line: 'travel',
  operation: 'travel.draft-create',
  sent: '',
  outcome,
  exchanges: [],
  ...more,
});

const names = (changed: readonly { readonly cell: string }[]) => changed.map(({ cell }) => cell);

test('cells are broken, fixed, opened and settled, and a waived fail is a fail', () => {
  const before = {
    a: 'pass',
    b: 'fail',
    c: 'pass',
    d: 'inconclusive',
    e: 'fail',
    f: 'waived',
    g: 'pass',
    h: 'observed',
    x: 'pass',
  } as const;
  const after = {
    a: 'fail',
    b: 'pass',
    c: 'inconclusive',
    d: 'pass',
    e: 'waived',
    f: 'observed',
    g: 'pass',
    h: 'pass',
    y: 'pass',
  } as const;

  const diff = diffRuns(run(before), run(after));

  expect(names(diff.broken)).toEqual(['a']);
  expect(names(diff.fixed)).toEqual(['b', 'f']);
  expect(names(diff.opened)).toEqual(['c']);
  expect(names(diff.settled)).toEqual(['d']);
  expect(diff).toMatchObject({ stillFailing: 1, onlyBefore: 1, onlyAfter: 1 });
  expect(diffSummary(diff)).toBe(
    '1 broken, 2 fixed, 1 still failing, 1 no longer judged, 1 judged now',
  );
});

test('a fail that is no longer judged is not fixed, and an open cell that fails is broken', () => {
  const diff = diffRuns(run({ a: 'fail', b: 'inconclusive' }), run({ a: 'error', b: 'fail' }));

  expect([names(diff.fixed), names(diff.opened), names(diff.broken)]).toEqual([[], ['a'], ['b']]);
});

test('a question on several operations is unchanged if each has the same answer', () => {
  const points = [point('200'), point('204', { operation: 'travel.draft-update' })];

  expect(diffRuns(run({}, points), run({}, points)).decisions).toEqual([]);
});

test('a cell that the target excludes is neither fixed nor ignored', () => {
  const before = run({ a: 'fail', b: 'pass', c: 'inconclusive' });
  const after = run({ a: 'not-applicable', b: 'not-applicable', c: 'not-applicable' });
  const diff = diffRuns(before, after);

  expect([names(diff.fixed), names(diff.opened), names(diff.settled)]).toEqual([
    [],
    ['a', 'b'],
    [],
  ]);
});

test('compares decisions that both runs observed', () => {
  const decided = (one: OpenPoint, other: OpenPoint) =>
    diffRuns(run({}, [one]), run({}, [other])).decisions;

  expect(decided(point('refused'), point('taken'))).toMatchObject([
    { question: 'an unknown field', before: 'refused', after: 'taken' },
  ]);
  expect(
    decided(point('taken', { kept: 'kept' }), point('taken', { kept: 'dropped' })),
  ).toHaveLength(1);
  expect(decided(point('taken'), point('taken'))).toEqual([]);
  expect(decided(point('refused', { undecided: true }), point('taken'))).toEqual([]);
});

test('an operation is slower if its median is half as long again, but not with few answers', () => {
  const timed = (total: number, count: number) => ({
    ...run({}),
    exchanges: Array.from({ length: count }, () => exchange({ timings: { total } })),
  });
  const slower = (before: number, after: number, count = 20) =>
    diffRuns(timed(before, count), timed(after, count)).slower;

  expect(slower(50, 80)).toEqual([{ operation: 'gap.contract-create', before: 50, after: 80 }]);
  expect(slower(50, 70)).toEqual([]);
  expect(slower(5, 15)).toEqual([]);
  expect(slower(50, 500, 19)).toEqual([]);
});

test.each(Object.entries(HOSTILE))('escapes texts of a service: %s', (_, text) => {
  const before = { verdicts: cells({ a: 'pass' }), points: [], exchanges: [] };
  const after = { ...before, verdicts: [cellVerdict({ cell: 'a', got: `x | ${text}` })] };
  const named = { name: text, summary: text };

  const markdown = diffDocument(diffRuns(before, after), named, named);

  expect(markdown).not.toMatch(/<|[^\P{Cc}\n]|[\u202A-\u202E]/u);
  const [row = ''] = markdown.split('\n').filter((line) => line.startsWith('| a |'));
  expect(row.replaceAll('\\|', '').split('|')).toHaveLength(7);
});

const since = {
  run: '20261123-044640-gate-1',
  assay: '0.1.0',
  broken: [],
  fixed: [],
  stillFailing: 0,
};

test('new fails, fixed cells and old fails have a line each', () => {
  const broken = Array.from({ length: 7 }, (_, at) => `ID-0${at}@gap.draft-get`);

  expect(
    changeLines({ ...since, broken, fixed: ['PATH-01@gap.draft-get'], stillFailing: 2 }),
  ).toEqual([
    `7 new failures since ${since.run}: ${broken.slice(0, 5).join(', ')}, … 2 more`,
    '1 fixed since then: PATH-01@gap.draft-get',
    '2 known failures, unchanged',
  ]);
});

test('a run with failures states that none is new; two clean runs print nothing', () => {
  expect(changeLines({ ...since, stillFailing: 1 })[0]).toBe(`0 new failures since ${since.run}`);
  expect(changeLines(since)).toEqual([]);
  expect(changeLines(undefined)).toEqual([]);
});
