import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { countVerdicts, type RunRecord, writeRunRecord } from '../store/run-record.ts';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';
import { lastFailures } from './last-failures.ts';
import { VERSION } from '../store/version.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-last-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const STAGING = runRecord({
  assay: VERSION,
  target: { base_url: 'http://a', gap_base_url: 'http://b' },
});

const write = (name: string, record: RunRecord, ...verdicts: readonly CellVerdict[]): void => {
  const folder = runFolderAt(join(root, name));
  mkdirSync(folder.path);
  const totals = { ...record.totals, cells: verdicts.length };
  writeRunRecord(folder.run, { ...record, totals, verdicts: countVerdicts(verdicts) });
  writeJsonLines(folder.verdicts, verdicts);
};

const cell = (operation: 'gap.draft-get' | 'gap.lead-create', verdict: CellVerdict['verdict']) =>
  cellVerdict({
    cell: `STATUS-01@${operation}`,
    requirement: 'STATUS-01',
    operation,
    verdict,
    test: `journey/${operation}`,
  });

const failedProbes = (target = STAGING) => lastFailures(root, target).map((each) => each.test);

test('what failed in the last run is known by requirement, line and probe', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));

  expect(lastFailures(root, STAGING)).toEqual([
    { requirement: 'STATUS-01', line: 'gap', test: 'journey/gap.draft-get' },
  ]);
});

test('what the newest run settled no longer counts; what it left open or out still does', () => {
  const narrow = { ...STAGING, selection: { requirements: ['STATUS-01'], operations: null } };
  write(
    '20261121-090000-gate-1',
    STAGING,
    cell('gap.draft-get', 'fail'),
    cell('gap.lead-create', 'fail'),
  );
  write('20261121-100000-replay-1', narrow, cell('gap.draft-get', 'pass'));
  write(
    '20261121-110000-gate-1',
    { ...STAGING, stopped: 'in time' },
    cell('gap.lead-create', 'inconclusive'),
  );

  expect(failedProbes()).toEqual(['journey/gap.lead-create']);
});

test('runs before the newest whole one are forgotten', () => {
  write('20261121-090000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  write('20261121-100000-gate-1', STAGING);

  expect(failedProbes()).toEqual([]);
});

test('another target’s failures say nothing; the embedded service is told by its dialect and faults', () => {
  const embedded = { dialect: 'late', faults: ['f'] };
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  write('20261121-110000-gate-1', { ...STAGING, embedded }, cell('gap.lead-create', 'fail'));
  const elsewhere = { base_url: 'http://127.0.0.1:4711' };

  expect(failedProbes(runRecord({ target: elsewhere }))).toEqual([]);
  expect(failedProbes(runRecord({ target: elsewhere, embedded }))).toEqual([
    'journey/gap.lead-create',
  ]);
  expect(failedProbes(runRecord({ embedded: { ...embedded, faults: [] } }))).toEqual([]);
});

test('a folder without runs, an unfinished run and a broken one are passed over', () => {
  expect(lastFailures(join(root, 'nowhere'), STAGING)).toEqual([]);
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  mkdirSync(join(root, '20261121-110000-gate-1'));
  write('20261121-120000-gate-1', STAGING);
  writeFileSync(join(root, '20261121-120000-gate-1', 'run.json'), '{}');

  expect(failedProbes()).toEqual(['journey/gap.draft-get']);
});

test('verdicts are read only where something failed; a failed run without its verdicts is passed over', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  write('20261121-110000-gate-1', STAGING, cell('gap.lead-create', 'fail'));
  rmSync(join(root, '20261121-110000-gate-1', 'verdicts.jsonl'));
  expect(failedProbes()).toEqual(['journey/gap.draft-get']);

  write('20261121-120000-gate-1', STAGING, cell('gap.draft-get', 'pass'));
  rmSync(join(root, '20261121-120000-gate-1', 'verdicts.jsonl'));
  expect(failedProbes()).toEqual([]);
});

test('a run of another version, whose verdicts this one does not know, is passed over', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  const unknown = { ...cell('gap.draft-get', 'pass'), requirement: 'GONE-01' } as unknown;
  write('20261121-110000-gate-1', { ...STAGING, assay: '0.0.1' }, unknown as CellVerdict);

  expect(failedProbes()).toEqual(['journey/gap.draft-get']);
});
