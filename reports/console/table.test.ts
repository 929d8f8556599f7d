import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { LINES } from '../../spec/line.ts';
import { type OperationId, OPERATIONS, operation } from '../../spec/operations.ts';
import { cellVerdict } from '../testing/sample-record.ts';
import { renderTable, STEPS, type TableSource } from './table.ts';

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

test('every step of the specification has its row, once', () => {
  expect([...STEPS].sort()).toEqual([...new Set(OPERATIONS.map(({ step }) => step))].sort());
});

test('where nothing has to be looked at there is no table; all of it shows the passed cells', () => {
  expect(renderTable(source(passed))).toBe('');
  const all = renderTable(source(passed), { all: true });
  expect(all.match(/✓ 2/g)).toHaveLength(48);
  expect(all.split('\n')[4]).toBe('car-post            ·           ✓ 2         ·           ·');
});

test('a failed cell, an open one and an operation not reached look different, with the number of their cells', () => {
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

test('only the selected lines have a column, and only steps of theirs a row', () => {
  const { record } = source([]);
  const gap = { record: { ...record, lines: ['gap' as const] }, verdicts: passed };
  const table = renderTable(gap, { all: true });

  expect(table.split('\n')[0]).toBe('                    Motor gap');
  expect(table).not.toContain('car-post');
});

test('where all is wrong eight rows are shown', () => {
  const verdicts = OPERATIONS.map(({ id }) => on(id, 'fail'));

  expect(renderTable(source(verdicts)).split('\n').slice(8)).toEqual([
    expect.stringMatching(/^person-put/),
    '… and 12 more steps (--verbose)',
  ]);
});

test('colour adds colour and nothing else', () => {
  const plain = renderTable(source(passed), { all: true });
  const coloured = renderTable(source(passed), { all: true, colour: true });

  expect(coloured).toContain('\u001b[32m✓ 2\u001b[39m');
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});
