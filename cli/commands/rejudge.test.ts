import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { callCli } from '../testing/call-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rejudge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = ['--line', 'jobloss', '--seed', '11', '--no-allure'];

/** Conducts a run in its own folder; `latest` points to it. */
const run = async (name: string, ...options: readonly string[]): Promise<string> => {
  const out = join(folder, name);
  await callCli(['gate', ...OPTIONS, '--out', out, ...options]);
  return join(out, 'latest');
};

let [clean, faulty] = ['', ''];
beforeAll(async () => {
  // Refusals with another status, late read-backs and many inconclusive cells: most kinds of judges are involved.
  clean = await run('clean', '--dialect', 'late');
  faulty = await run('faulty', '--fault', 'jobloss-draft-create-without-version');
});

const SAME = /^([\d,]+) of \1 verdicts unchanged, from [\d,]+ lines of evidence\n$/;

test('rejudging a run without its service gives the same verdicts', async () => {
  const { code, stdout, stderr } = await callCli(['rejudge', clean]);

  expect(stdout).toMatch(SAME);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('rejudging a failed run gives the same verdicts, too', async () => {
  const verdicts = readFileSync(join(faulty, 'verdicts.jsonl'), 'utf8');
  const { code, stdout } = await callCli(['rejudge', faulty]);

  expect(verdicts).toContain('"verdict":"fail"');
  expect(stdout).toMatch(SAME);
  expect(code).toBe(0);
});

/** Copies the clean run and turns every answer to some probes into a success. */
const changedRun = (name: string, probe: string): string => {
  const changed = join(folder, name);
  cpSync(clean, changed, { recursive: true, dereference: true });
  const path = join(changed, 'exchanges.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const text = lines.map((line) => {
    const exchange = JSON.parse(line) as Exchange;
    return exchange.test.startsWith(probe) && exchange.intent === 'faulty' && exchange.response
      ? JSON.stringify({ ...exchange, response: { ...exchange.response, status: 200 } })
      : line;
  });
  writeFileSync(path, `${text.join('\n')}\n`);
  return changed;
};

test.each([
  // Seen once: the repeat that would prove it was never sent.
  [
    'VERSION-01@jobloss.draft-get',
    'protocol/jobloss.draft-get/version-missing',
    'not judged, seen once and not reproduced',
  ],
  // Two drafts have the fault.
  [
    'JOBLOSS-FIELD-terms.variant-enum@jobloss.draft-create',
    'fields/jobloss.draft-create/JOBLOSS-FIELD-terms.variant-enum/',
    'failed',
  ],
])('%s is reported as changed if the recording differs', async (cell, probe, now) => {
  const { code, stdout } = await callCli(['rejudge', changedRun(cell, probe)]);

  expect(stdout).toContain(`~ ${cell}  passed → ${now.split(',')[0]}`);
  expect(stdout).toContain(`now     ${now}; got status 200`);
  expect(stdout).toMatch(/[\d,]+ of [\d,]+ verdicts unchanged/);
  expect(code).toBe(4);
});

test('a recording without the evidence of a cell is reported as different', async () => {
  const lost = changedRun('lost', 'none');
  const path = join(lost, 'evidence.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const at = lines.findIndex((line) => line.includes('"judge":"unique-ids"'));
  writeFileSync(path, `${lines.toSpliced(at, 1).join('\n')}\n`);
  const { code, stdout } = await callCli(['rejudge', lost]);

  expect(at).toBeGreaterThan(0);
  expect(stdout).toMatch(/~ UNIQUE-0\d@\S+ {2}passed → (passed|not judged)/);
  expect(stdout).toMatch(/before +passed; got .* \(exchanges [\d, ]+, \d+ checks\)/);
  expect(code).toBe(4);
});

test('a ledger without its last cell is reported as different', async () => {
  const short = changedRun('short', 'none');
  const path = join(short, 'ledger.jsonl');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
  const { code, stderr } = await callCli(['rejudge', short]);

  expect(stderr).toMatch(/was changed: \d+ cells in ledger\.jsonl, \d+ in verdicts\.jsonl/);
  expect(code).toBe(2);
});
