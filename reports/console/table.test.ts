import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { LINES } from '../../spec/line.ts';
import { type OperationId, OPERATIONS, operation } from '../../spec/operations.ts';
import { cellVerdict, runRecord } from '../testing/sample-record.ts';
import {
  renderTable,
  STEPS,
  type TableSource,
  renderLineTable,
  renderDuration,
  renderSummary,
} from './table.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { isJudged } from '../../spec/requirement.ts';
import { countUntestable } from '../observations-document.ts';
import type { RunRecord } from '../../store/run-record.ts';

const on = (id: OperationId, verdict: CellVerdict['verdict']): CellVerdict =>
  cellVerdict({ operation: id, line: operation(id).line, verdict });

const source = (
  verdicts: readonly CellVerdict[],
  silent: readonly OperationId[] = [],
): TableSource => ({
  record: {
    lines: [...LINES],
    operations: Object.fromEntries(
      OPERATIONS.filter(({ id }) => !silent.includes(id)).map(({ id }) => [
        id,
        { requests: 79, successes: 79, failed: 0 },
      ]),
    ),
  },
  verdicts,
});

const passed = OPERATIONS.flatMap(({ id }) => [on(id, 'pass'), on(id, 'pass')]);

test('every step of the specification has one row', () => {
  expect([...STEPS].sort()).toEqual([...new Set(OPERATIONS.map(({ step }) => step))].sort());
});

test('prints no table if nothing needs attention; the full one shows passed cells', () => {
  expect(renderTable(source(passed))).toBe('');
  const all = renderTable(source(passed), { all: true });
  expect(all.match(/✓ 2/g)).toHaveLength(48);
  expect(all.split('\n')[4]).toBe('car-post            ·           ✓ 2         ·           ·');
});

test('distinguishes a failed cell, an open one and an operation not reached, with the number of their cells', () => {
  const verdicts = [
    on('jobloss.draft-get', 'fail'),
    on('jobloss.draft-get', 'fail'),
    on('jobloss.draft-get', 'pass'),
    on('travel.draft-get', 'inconclusive'),
    on('landlord.draft-get', 'inconclusive'),
  ];

  expect(renderTable(source(verdicts, ['landlord.draft-get'])).split('\n')).toEqual([
    '                    Jobloss     Travel      Landlord',
    'draft-get           ✗ 2         ? 1         –',
  ]);
});

test('only the selected lines have a column, and only their steps a row', () => {
  const { record } = source([]);
  const gap = { record: { ...record, lines: ['gap' as const] }, verdicts: passed };
  const table = renderTable(gap, { all: true });

  expect(table.split('\n')[0]).toBe('                    Motor gap');
  expect(table).not.toContain('car-post');
});

test('shows eight rows if everything fails', () => {
  const verdicts = OPERATIONS.map(({ id }) => on(id, 'fail'));

  expect(renderTable(source(verdicts)).split('\n').slice(8)).toEqual([
    expect.stringMatching(/^person-put/),
    '… and 12 more steps (--verbose)',
  ]);
});

test('colour adds only colour', () => {
  const plain = renderTable(source(passed), { all: true });
  const coloured = renderTable(source(passed), { all: true, colour: true });

  expect(coloured).toContain('\u001b[32m✓ 2\u001b[39m');
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

const onTravel = (more: Partial<CellVerdict>) => cellVerdict({ line: 'travel', ...more });
const verdicts = [
  onTravel({ verdict: 'pass' }),
  onTravel({ verdict: 'fail' }),
  onTravel({ verdict: 'observed' }),
  onTravel({ verdict: 'fail' }),
  cellVerdict({ verdict: 'pass' }),
];

test('counts cells by line, only the selected ones, and rare verdicts only if they occur', () => {
  expect(renderLineTable(verdicts, ['travel', 'gap'])).toBe(
    [
      'Cells         failed  not judged  passed  observed',
      'Travel             2           0       1         1',
      'Motor gap          0           0       1         0',
    ].join('\n'),
  );
  expect(renderLineTable(verdicts, ['gap'])).toBe(
    ['Cells         failed  not judged  passed', 'Motor gap          0           0       1'].join(
      '\n',
    ),
  );
});

test('counts selected requirements that cannot be observed as not testable', () => {
  const all = [...CATALOGUE.values()].filter((each) => !isJudged(each)).length;

  expect(countUntestable({ lines: LINES })).toBe(all);
  expect(countUntestable({ lines: ['travel'], requirements: ['STATE-01'] })).toBe(1);
  expect(countUntestable({ lines: ['travel'], requirements: ['VERSION-01'] })).toBe(0);
});

const none = runRecord().verdicts;
const totals = { operations: 48, reached: 48, cells: 96, requests: 480, successes: 480 };

test('a conformant run', () => {
  expect(renderSummary(runRecord({ totals }))).toBe(
    'conformant: 48 of 48 operations reached, 0 failed, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('a non-conformant run that also has inconclusive cells', () => {
  const run = runRecord({ totals, exitCode: 1, verdicts: { ...none, fail: 3, inconclusive: 2 } });

  expect(renderSummary(run)).toBe(
    'non-conformant: 48 of 48 operations reached, 3 failed, 2 not judged, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('an incomplete run', () => {
  const run = runRecord({
    totals: { ...totals, reached: 47 },
    exitCode: 3,
    verdicts: { ...none, inconclusive: 1, waived: 4 },
  });

  expect(renderSummary(run)).toBe(
    'incomplete: 47 of 48 operations reached, 0 failed, 1 not judged, 4 waived, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

const selection = { requirements: ['AUTH-01'], operations: null };
const WAIVER = {
  requirement: 'LASTMOD-02',
  operation: '*',
  reason: 'r',
  owner: 'o',
  expires: '2026-12-31',
  state: 'used',
} as const;

test.each<readonly [string, Partial<RunRecord>, string | RegExp]>([
  [
    'a selection',
    { selection, totals: { ...totals, cells: 8 } },
    /^conformant for 8 of 2,\d{3} cells \(--requirement AUTH-01\): 48 of 48 /,
  ],
  [
    'operations of a selection',
    { selection: { requirements: ['A', 'B', 'C', 'D', 'E', 'F'], operations: ['gap.*'] } },
    /^conformant for 96 of 2,\d{3} cells \(--requirement A,B,C,D,E and 1 more --operation gap\.\*\): /,
  ],
  [
    'waivers',
    { waivers: [WAIVER, WAIVER, { ...WAIVER, state: 'open' }] },
    /^conformant with 2 waivers: /,
  ],
  [
    'a waiver in a selection, and a stale one',
    { selection, exitCode: 5, waivers: [WAIVER] },
    /^conformant with 1 waiver for 96 of .*\(--requirement AUTH-01\), but a waiver is stale or expired: /,
  ],
  ['what is not green', { selection, exitCode: 1, waivers: [WAIVER] }, /^non-conformant: /],
])('a green word states its scope: %s', (_, more, says) => {
  expect(renderSummary(runRecord({ totals, ...more }))).toMatch(says);
});

test('a run with an unknown probe set', () => {
  expect(renderSummary(runRecord({ totals, probes: null }))).toBe(
    'conformant: 48 of 48 operations reached, 0 failed, seed 42, 3.2 s',
  );
});

test('one operation and one error are singular', () => {
  const run = runRecord({
    totals: { ...totals, operations: 1, reached: 1 },
    exitCode: 4,
    verdicts: { ...none, error: 1 },
  });

  expect(renderSummary(run)).toBe(
    'harness at fault: 1 of 1 operation reached, 0 failed, 1 error, seed 42, probes 3f9a1c20, 3.2 s',
  );
});

test('colour marks the outcome', () => {
  expect(renderSummary(runRecord({ totals }), { colour: true })).toContain(
    '\u001b[32mconformant\u001b[39m: 48 of',
  );
});

test.each([
  [0, '0.0 s'],
  [3249, '3.2 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_400, '2 min 5 s'],
  [3_600_000, '60 min 0 s'],
])('%i ms are %s', (milliseconds, text) => {
  expect(renderDuration(milliseconds)).toBe(text);
});
