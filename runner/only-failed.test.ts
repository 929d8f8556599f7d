import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../cli/testing/call-cli.ts';

const FAULT = 'jobloss-created-in-any-language-with-a-job';
const FAILED = 'JOBLOSS-FIELD-language-enum';

const folder = (): string => {
  const out = mkdtempSync(join(tmpdir(), 'assay-only-failed-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  return out;
};
const gate = (out: string, ...args: readonly string[]) =>
  callCli(['gate', '--line', 'jobloss', '--seed', '5', '--out', out, '--no-allure', ...args]);

test('--only-failed judges what failed the last time on this target, and says so where nothing did', async () => {
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

test('--list sends nothing to the target, leaves no run, and says what would be sent', async () => {
  const out = join(folder(), 'runs');
  // Nobody listens there.
  const elsewhere = [
    '--base-url',
    'http://127.0.0.1:9',
    '--requirement',
    'JOBLOSS-FIELD-language-*',
  ];
  const { stdout, stderr, code } = await gate(out, '--list', ...elsewhere);

  expect(stderr).toBe('');
  expect(stdout).toMatch(/^.* at http:\/\/127.0.0.1:9; this run sends nothing to it\n/);
  expect(stdout).toMatch(/\nJobloss +[1-9]\d* /);
  expect(stdout).toMatch(/\n\d+ cells to judge, with at most 32 requests at once\.\n/);
  expect(code).toBe(0);
  expect(() => readdirSync(out)).toThrow('ENOENT');
});

test('--list sends nothing to a service that the environment names', async () => {
  const out = join(folder(), 'runs');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    ASSAY_BASE_URL: address,
    ASSAY_GAP_BASE_URL: address,
    ASSAY_TOKEN: 'token-of-ours',
  };
  const line = ['gate', '--list', '--line', 'travel', '--requirement', 'VERSION-01', '--out', out];

  const { stdout, code } = await callCli(line, { environment });

  expect(code).toBe(0);
  expect(stdout).toContain(`at ${address}; this run sends nothing to it`);
  expect(asked).toEqual([]);
});

test('--verbose prints every test as it ends', async () => {
  const out = folder();
  const { stdout, stderr } = await gate(out, '--verbose', '--requirement', FAILED);

  expect(stderr).toBe('');
  expect(stdout).toMatch(/\n1 of \d+ .*\n/);
});

test('--list counts what applies to the target: without a second identity nothing is asked as one', async () => {
  const sent = ['gate', '--list', '--line', 'travel', '--requirement', 'AUTH-*'];
  const list = (...more: readonly string[]) =>
    callCli([...sent, ...more], { environment: { ASSAY_TOKEN: 'token-of-ours' } });
  const cellsOf = ({ stdout }: { readonly stdout: string }): number =>
    Number(/^(\d+) cells to judge/m.exec(stdout)?.[1]);

  const alone = cellsOf(await list('--base-url', 'http://127.0.0.1:9'));
  const embedded = cellsOf(await list());

  expect(alone).toBeGreaterThan(0);
  expect(embedded).toBeGreaterThan(alone);
});
