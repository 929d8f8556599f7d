import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Status, type TestResult } from 'allure-js-commons';
import { expect, onTestFinished, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import { callCli } from './testing/call-cli.ts';

// The refused value is one finding; tests of legal requests at large meet it, too, and know nothing of it.
const FAULT = 'legal-jobloss-language-nl-on-both';

test('Allure calls failed what the run calls failed, and nothing else', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-settled-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  await callCli(['gate', '--line', 'jobloss', '--seed', '11', '--fault', FAULT, '--out', out]);
  const run = join(out, 'latest');
  const verdicts = readJsonLines<CellVerdict>(join(run, 'verdicts.jsonl')).items;
  const failedCells = verdicts.flatMap(({ cell, verdict }) => (verdict === 'fail' ? [cell] : []));
  const results = join(run, 'allure-results');
  const failed = readdirSync(results)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as TestResult)
    .filter(({ status }) => status === Status.FAILED)
    .map(({ labels }) => labels.flatMap(({ name, value }) => (name === 'cell' ? [value] : [])));

  expect(failed.length).toBeGreaterThan(0);
  const isBroken = (cell: string): boolean => failedCells.includes(cell);
  expect(failed.filter((cells) => !cells.some(isBroken))).toEqual([]);
  expect(verdicts.some(({ blockedBy }) => blockedBy !== undefined)).toBe(true);
});
