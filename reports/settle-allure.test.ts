import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { settleAllure } from './settle-allure.ts';
import { cellVerdict } from './testing/sample-record.ts';

const CELL = 'LEGAL-01@travel.draft-create';
const OTHER = 'PATH-01@travel.draft-create';

/** One result in a folder of its own, as it is after the run was settled. */
const settled = (
  status: string,
  cells: readonly string[],
  verdicts: readonly CellVerdict[],
): Partial<TestResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-settle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'one-result.json');
  const labels = cells.map((value) => ({ name: 'cell', value }));
  writeFileSync(path, JSON.stringify({ status, labels, statusDetails: { message: 'it failed' } }));
  settleAllure(folder, verdicts);
  return JSON.parse(readFileSync(path, 'utf8')) as Partial<TestResult>;
};

const verdictOf = (cell: string, verdict: CellVerdict['verdict']): CellVerdict =>
  cellVerdict({ cell, verdict, reason: 'blocked-by', blockedBy: 'DRAFT-02', got: 'status 400' });

test('a test whose cells another one explains is skipped, with the reason', () => {
  const { status, statusDetails } = settled('failed', [CELL], [verdictOf(CELL, 'inconclusive')]);

  expect(status).toBe('skipped');
  expect(statusDetails?.message).toBe(
    `${CELL}: inconclusive, an earlier step did not get there (see DRAFT-02); got status 400`,
  );
});

test.each([
  [
    'one of its cells failed',
    'failed',
    [verdictOf(CELL, 'inconclusive'), verdictOf(OTHER, 'fail')],
  ],
  ['nothing is known of its cells', 'failed', []],
  ['the harness broke it', 'broken', [verdictOf(CELL, 'inconclusive')]],
] as const)('a test stays as it is where %s', (_why, status, verdicts) => {
  const after = settled(status, [CELL, OTHER], verdicts);

  expect(after).toMatchObject({ status, statusDetails: { message: 'it failed' } });
});

test('a run without Allure results has none to settle', () => {
  expect(() => settleAllure('/nowhere', [])).not.toThrow();
});
