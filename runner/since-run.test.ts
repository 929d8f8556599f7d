import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { startReference } from '../reference/start.ts';
import { freePorts } from '../load/instances/free-ports.ts';
import { callCli } from '../cli/testing/call-cli.ts';

const CELL = 'GAP-CONTRACT-03@gap.contract-create';

test('a run says what fails newly and what was fixed since the last one of its target; Allure keeps them all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-since-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [port = 0, gapPort = 0] = await freePorts(2);
  const out = join(folder, 'out');
  const target = join(folder, 'staging.yaml');
  const summary = join(folder, 'summary.md');
  const small = ['--line', 'gap', '--runs', '1', '--requirement', 'GAP-CONTRACT-03'];

  const judge = async (faults: readonly string[], more: readonly string[] = []) => {
    const running = await startReference({ port, gapPort, faults });
    writeFileSync(target, stringify(running.target));
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

  for (const told of await judge([], ['--report'])) expect(told).not.toContain(' since ');
  for (const told of await judge(wrong, ['--report']))
    expect(told).toMatch(new RegExp(`1 new failure since \\d{8}-\\d{6}-gate-\\d+: \`?${CELL}`));
  for (const told of await judge(wrong)) {
    expect(told).toMatch(/0 new failures since \d{8}-/);
    expect(told).toContain('1 failed then, too');
  }
  for (const told of await judge([]))
    expect(told).toMatch(new RegExp(`1 fixed since then: \`?${CELL}`));

  expect(history()).toHaveLength(2);
  await callCli(['report', '--allure', join(out, 'latest')]);
  await callCli(['report', join(out, 'latest')]);
  expect(history()).toHaveLength(3);
});
