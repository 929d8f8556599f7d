import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { writeJsonLines } from '../reports/json-lines.ts';
import { runFolderAt } from '../reports/run-folder.ts';
import { cellVerdict } from '../reports/testing/sample-record.ts';
import { readVerdicts } from './read-verdicts.ts';

const read = (verdict: CellVerdict) => {
  const folder = runFolderAt(join(mkdtempSync(join(tmpdir(), 'assay-read-')), 'run'));
  onTestFinished(() => rmSync(join(folder.path, '..'), { recursive: true }));
  mkdirSync(folder.path);
  writeJsonLines(folder.verdicts, [verdict]);
  return readVerdicts(folder, { assay: '9.0.0' });
};

test('verdicts are read as they were written', () => {
  expect(read(cellVerdict())).toEqual([cellVerdict()]);
});

test.each([
  ['a requirement', { requirement: 'GAP-CONTRACT-99' }],
  ['an operation', { operation: 'gap.draft-fly' }],
  ['a verdict', { verdict: 'splendid' }],
])('%s that this version does not know is a matter of versions', (_, more) => {
  const odd = { ...cellVerdict(), ...more } as unknown as CellVerdict;

  expect(() => read(odd)).toThrow(
    /is of Assay 9\.0\.0, which judged .*; this version knows nothing/,
  );
});
