import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, onTestFinished } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import { runFolderAt } from '../store/run-folder.ts';
import { countVerdicts, type RunRecord, writeRunRecord } from '../store/run-record.ts';
import { cellVerdict, runRecord } from '../reports/testing/sample-record.ts';
import { changesSinceLastRun, lastFailures } from './past-runs.ts';
import { VERSION } from '../store/version.ts';
import { stringify } from 'yaml';
import { startReference } from '../reference/start.ts';
import { steadyAddress } from '../reference/testing/steady-address.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

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

test('reads failures of the last run by requirement, line and probe', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));

  expect(lastFailures(root, STAGING)).toEqual([
    { requirement: 'STATUS-01', line: 'gap', test: 'journey/gap.draft-get' },
  ]);
});

test('a failure that the newest run settled no longer counts; one that it left open or out still does', () => {
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

test('ignores runs before the newest complete one', () => {
  write('20261121-090000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  write('20261121-100000-gate-1', STAGING);

  expect(failedProbes()).toEqual([]);
});

test('ignores failures of another target; the embedded service is identified by its dialect and faults', () => {
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

test('ignores a folder without runs, an unfinished run and a damaged one', () => {
  expect(lastFailures(join(root, 'nowhere'), STAGING)).toEqual([]);
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  mkdirSync(join(root, '20261121-110000-gate-1'));
  write('20261121-120000-gate-1', STAGING);
  writeFileSync(join(root, '20261121-120000-gate-1', 'run.json'), '{}');

  expect(failedProbes()).toEqual(['journey/gap.draft-get']);
});

test('reads verdicts only after a failure; skips a failed run without its verdicts', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  write('20261121-110000-gate-1', STAGING, cell('gap.lead-create', 'fail'));
  rmSync(join(root, '20261121-110000-gate-1', 'verdicts.jsonl'));
  expect(failedProbes()).toEqual(['journey/gap.draft-get']);

  write('20261121-120000-gate-1', STAGING, cell('gap.draft-get', 'pass'));
  rmSync(join(root, '20261121-120000-gate-1', 'verdicts.jsonl'));
  expect(failedProbes()).toEqual([]);
});

test('skips a run of another version with unknown verdicts', () => {
  write('20261121-100000-gate-1', STAGING, cell('gap.draft-get', 'fail'));
  const unknown = { ...cell('gap.draft-get', 'pass'), requirement: 'GONE-01' } as unknown;
  write('20261121-110000-gate-1', { ...STAGING, assay: '0.0.1' }, unknown as CellVerdict);

  expect(failedProbes()).toEqual(['journey/gap.draft-get']);
});

test('a run is compared with the newest run before it, but never with a replay', () => {
  const failed = cell('gap.draft-get', 'fail');
  write('20261121-100000-gate-1', STAGING, failed);
  write(
    '20261121-110000-replay-1',
    { ...STAGING, command: 'replay' },
    cell('gap.draft-get', 'pass'),
  );
  const verdicts = [failed];
  const record = { ...STAGING, verdicts: countVerdicts(verdicts) };

  const changes = changesSinceLastRun(runFolderAt(join(root, '20261121-120000-gate-1')), {
    record,
    verdicts,
  });

  expect(changes).toMatchObject({ run: '20261121-100000-gate-1', broken: [], stillFailing: 1 });
});

const CELL = 'GAP-CONTRACT-03@gap.contract-create';

test.each(drawnInTurn('news since a run', ['news since a run']))(
  '%s: reports new failures and fixed ones since the last run on its target; Allure keeps them all',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-since-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [base, gap] = [await steadyAddress(), await steadyAddress()];
    const out = join(folder, 'out');
    const target = join(folder, 'staging.yaml');
    const summary = join(folder, 'summary.md');
    const small = ['--line', 'gap', '--runs', '1', '--requirement', 'GAP-CONTRACT-03'];

    const judge = async (faults: readonly string[], more: readonly string[] = []) => {
      const running = await startReference({ faults });
      base.leadTo(running.base_url);
      gap.leadTo(running.gap_base_url);
      const addresses = { base_url: base.origin, gap_base_url: gap.origin };
      writeFileSync(target, stringify({ ...running.target, ...addresses }));
      writeFileSync(summary, '');
      const args = ['gate', '--target', target, '--out', out, ...small, ...more];
      const environment = { ...running.environment, GITHUB_STEP_SUMMARY: summary };
      const { stdout } = await callCli(args, { environment });
      await running.close();
      const page = readFileSync(join(out, 'latest', 'report.html'), 'utf8');
      return [stdout, page, readFileSync(summary, 'utf8')];
    };
    const history = () => {
      const [name = ''] = readdirSync(out).filter((each) => each.startsWith('allure-history-'));
      return readFileSync(join(out, name), 'utf8').trimEnd().split('\n');
    };
    const wrong = ['gap-contract-location-leads-nowhere'];

    for (const output of await judge([], ['--report'])) expect(output).not.toContain(' since ');
    for (const output of await judge(wrong, ['--report']))
      expect(output).toMatch(new RegExp(`1 new failure since \\d{8}-\\d{6}-gate-\\d+: \`?${CELL}`));
    for (const output of await judge(wrong)) {
      expect(output).toMatch(/0 new failures since \d{8}-/);
      expect(output).toContain('1 known failure, unchanged');
    }
    for (const output of await judge([]))
      expect(output).toMatch(new RegExp(`1 fixed since then: \`?${CELL}`));

    expect(history()).toHaveLength(2);
    await callCli(['report', '--allure', join(out, 'latest')]);
    await callCli(['report', join(out, 'latest')]);
    expect(history()).toHaveLength(3);
  },
);

const FAULT = 'jobloss-created-in-any-language-with-a-job';
const FAILED = 'JOBLOSS-FIELD-language-enum';

const folder = (): string => {
  const out = mkdtempSync(join(tmpdir(), 'assay-only-failed-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  return out;
};
const gate = (out: string, ...args: readonly string[]) =>
  callCli(['gate', '--line', 'jobloss', '--seed', '5', '--out', out, '--no-allure', ...args]);

test.each(
  drawnInTurn('only failures', [
    '--only-failed judges what failed the last time on this target, and reports if nothing did',
  ]),
)('%s', async () => {
  const out = folder();
  const selected = ['--requirement', 'JOBLOSS-FIELD-language-*'];

  const before = await gate(out, '--only-failed', ...selected);
  expect(before.stderr).toMatch(/^assay: --only-failed: no run below .* judged this selection/);
  expect(before.code).toBe(2);

  await gate(out, ...selected, '--fault', FAULT);
  const again = await gate(out, '--only-failed', '--fault', FAULT);
  expect(again.stdout).toMatch(/\nnon-conformant: 1 of 1 operation reached, 1 failed, seed 5/);
  expect(again.code).toBe(1);
  const newest = join(out, readdirSync(out).toSorted().at(-2) ?? '');
  const ledger = readFileSync(join(newest, 'ledger.jsonl'), 'utf8');
  expect(ledger.trim().split('\n')).toHaveLength(1);
  expect(ledger).toContain(`${FAILED}@jobloss.draft-create`);

  // Another service, and another selection on the same one.
  expect((await gate(out, '--only-failed')).stderr).toContain('no run below');
  const operation = ['--operation', 'jobloss.draft-update', '--only-failed', '--fault', FAULT];
  const passed = await gate(out, ...operation);
  expect(passed.stderr).toMatch(/--only-failed: all \d+ cells passed when they were last judged/);
  expect(passed.code).toBe(2);
});

test('--verbose prints every test as it ends', async () => {
  const out = folder();
  const { stdout, stderr } = await gate(out, '--verbose', '--requirement', FAILED);

  expect(stderr).toBe('');
  expect(stdout).toMatch(/\n1 of \d+ .*\n/);
});
