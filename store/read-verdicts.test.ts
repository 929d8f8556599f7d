import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { writeJsonLines } from './json-lines.ts';
import { type RunFolder, runFolderAt } from './run-folder.ts';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';
import { readVerdicts } from './read-verdicts.ts';

const folderWith = (verdicts: readonly CellVerdict[]): RunFolder => {
  const folder = runFolderAt(join(mkdtempSync(join(tmpdir(), 'assay-read-')), 'run'));
  onTestFinished(() => rmSync(join(folder.path, '..'), { recursive: true }));
  mkdirSync(folder.path);
  writeJsonLines(folder.verdicts, verdicts);
  return folder;
};

const ofCells = (cells: number) => {
  const { totals } = runRecord();
  return { assay: '9.0.0', state: 'finished', totals: { ...totals, cells } } as const;
};

const read = (verdict: CellVerdict) => readVerdicts(folderWith([verdict]), ofCells(1));

test('reads verdicts as they were written', () => {
  expect(read(cellVerdict())).toEqual([cellVerdict()]);
});

test.each([
  ['a requirement', { requirement: 'GAP-CONTRACT-99' }],
  ['an operation', { operation: 'gap.draft-fly' }],
  ['a verdict', { verdict: 'splendid' }],
])('reports %s that this version does not know as a matter of versions', (_, more) => {
  const odd = { ...cellVerdict(), ...more } as unknown as CellVerdict;

  expect(() => read(odd)).toThrow(
    /was written by Assay 9\.0\.0, with the verdict .*, which this version does not know/,
  );
});

test('refuses a run without some verdicts: a missing one did not pass', () => {
  expect(() => readVerdicts(folderWith([cellVerdict()]), ofCells(2))).toThrow(
    /was changed: 2 cells in run\.json, 1 in verdicts\.jsonl/,
  );
});

test('refuses a run with truncated verdicts, and shows the rest as text', () => {
  const folder = folderWith([cellVerdict()]);
  appendFileSync(folder.verdicts, '{"ce\u0000');

  expect(() => readVerdicts(folder, ofCells(1))).toThrow(
    String.raw`line 2 is truncated: "{\"ce\u0000"`,
  );
});
