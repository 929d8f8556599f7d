import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonLines } from '../store/json-lines.ts';
import { latestRunFolder } from '../store/run-folder.ts';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import type { CliResult } from '../cli/testing/spawn-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

let out = '';
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'assay-order-'));
});
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

const gate = async (
  ...args: readonly string[]
): Promise<CliResult & { readonly suites: readonly string[] }> => {
  const all = ['gate', '--line', 'gap', '--runs', '1', '--out', out, ...args];
  const result = await callCli(all);
  const { items } = readJsonLines<Exchange>(latestRunFolder(out).exchanges);
  const suites = new Set(items.map((each) => each.test.split('/')[0] ?? ''));
  // Sent before any suite.
  suites.delete('bare-drafts');
  return { ...result, suites: [...suites] };
};

const FAULTY = [
  '--fault',
  'gap-updated-without-three-claims',
  '--requirement',
  'VERSION-0?,DRAFT-03,GAP-LEGAL-risk.drivers*',
];

test.each(
  drawnInTurn('failures first', [
    'sends first what failed in the last run, so that --fail-fast ends soon',
  ]),
)('%s', async () => {
  const first = await gate(...FAULTY, '--seed', '1');
  const second = await gate(...FAULTY, '--seed', '2', '--fail-fast');

  expect([first.code, second.code]).toEqual([1, 1]);
  expect(first.suites[0]).toBe('protocol');
  expect(first.suites).toEqual(expect.arrayContaining(['legal', 'state', 'sequence', 'races']));
  expect(second.suites).toEqual(['legal']);
});
