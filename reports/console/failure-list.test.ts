import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { cellVerdict } from '../sample-record.ts';
import { listFailures, renderFailureList } from './failure-list.ts';

const verdicts = (count: number, more: Partial<CellVerdict>): CellVerdict[] =>
  Array.from({ length: count }, (_, n) =>
    cellVerdict({ ...more, cell: `${more.requirement ?? 'GAP-CONTRACT-02'}@${n}` }),
  );

const renderOne = ({ requirement }: CellVerdict): string => `✗ ${requirement}`;

const run = [
  ...verdicts(3, { verdict: 'pass' }),
  ...verdicts(1, { verdict: 'inconclusive', reason: 'disturbance' }),
  ...verdicts(3, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }),
  ...verdicts(3, { requirement: 'GAP-CONTRACT-02' }),
  ...verdicts(1, { requirement: 'GAP-CONTRACT-03' }),
  ...verdicts(1, { verdict: 'error', got: 'wanted a draft, got a stack trace' }),
];

test('fails come first, then errors, then what stayed open, the largest group first', () => {
  expect(renderFailureList(listFailures(run), renderOne)).toBe(
    `
✗ GAP-CONTRACT-02
  … and 2 more of the same requirement: gap.contract-create, gap.contract-create

✗ GAP-CONTRACT-03

! harness at fault on GAP-CONTRACT-02@0: wanted a draft, got a stack trace

? inconclusive, blocked-by DRAFT-01, 3 cells: GAP-CONTRACT-02@0, GAP-CONTRACT-02@1, … 1 more
? inconclusive, disturbance, 1 cell: GAP-CONTRACT-02@0
`.trim(),
  );
});

test('more cells of a requirement can be asked for', () => {
  const [first] = listFailures(run, { cells: 2 }).failed;

  expect([first?.shown.length, first?.more.length]).toEqual([2, 1]);
});

test('requirements above the limit are named', () => {
  const text = renderFailureList(listFailures(run, { requirements: 1 }), renderOne);

  expect(text).toContain('\n\n… and 1 more failed requirement: GAP-CONTRACT-03\n\n');
});

test('blocked cells are grouped by what blocks them', () => {
  const blocked = [
    ...verdicts(1, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }),
    ...verdicts(2, { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'GAP-CONTRACT-02' }),
  ];

  expect(listFailures(blocked).open.map(({ blockedBy }) => blockedBy)).toEqual([
    'GAP-CONTRACT-02',
    'DRAFT-01',
  ]);
});

test('names that do not fit are counted', () => {
  const many = verdicts(40, { verdict: 'inconclusive', reason: 'hole' });

  const text = renderFailureList(listFailures(many), renderOne);

  expect(text).toMatch(/^\? inconclusive, hole, 40 cells: GAP-CONTRACT-02@0, .*, … 3\d more$/);
  expect(text.length).toBeLessThanOrEqual(100);
});

test('a clean run prints nothing', () => {
  expect(renderFailureList(listFailures(verdicts(5, { verdict: 'pass' })), renderOne)).toBe('');
});
