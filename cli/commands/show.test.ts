import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callCli } from '../testing/call-cli.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-show-'));
const run = join(out, 'latest');
afterAll(() => rmSync(out, { recursive: true }));
beforeAll(async () => {
  const cells = ['--operation', 'gap.draft-*', '--requirement', 'AUTH-01,VERSION-01'];
  const fault = ['--fault', 'gap-draft-get-without-version'];
  await callCli(['gate', '--no-allure', '--seed', '5', '--out', out, ...cells, ...fault]);
});

const show = (...args: readonly string[]) => callCli(['show', ...args, '--run', run]);

test('shows the calls of a passed cell, with its control request', async () => {
  const { code, stdout } = await show('AUTH-01@gap.draft-get');

  expect(code).toBe(0);
  expect(stdout).toMatch(/^✓ AUTH-01 +Motor gap · Draft Get\n/);
  expect(stdout).toMatch(/GET \/be\/motor\/gap\/drafts\/\S+ → 401, \d+ ms\n.*which decides\n/i);
  expect(stdout).toMatch(/GET \S+ → 200, \d+ ms\n.*control request\n/);
  expect(stdout).not.toMatch(/authorization: Bearer [\w.-]{8}/);
});

test('shows the calls of a failed cell as JSON', async () => {
  const { stdout } = await show('VERSION-01@gap.draft-get', '--json');

  const [cell] = JSON.parse(stdout) as [
    { readonly verdict: string; readonly calls: readonly { readonly decides: boolean }[] },
  ];
  expect(cell.verdict).toBe('fail');
  expect(cell.calls.filter(({ decides }) => decides)).toMatchObject([
    { part: 'faulty request', request: { method: 'GET' }, response: { status: 200 } },
  ]);
});

test('lists many cells, and names one to look at', async () => {
  const { stdout } = await show('*-01');

  expect(stdout).toMatch(/^✗ VERSION-01@gap\.draft-get {2}failed, /m);
  expect(stdout).toMatch(
    /\n\n\d+ cells; name one to see its calls: assay show \S+@gap\.draft-\w+ --run \S+\n$/,
  );
});

test.each([
  ['a requirement that does not exist', 'AUTH-91', /no requirement AUTH-91; did you mean AUTH-\d/],
  [
    'a requirement that the run did not judge',
    'PATH-01',
    /the ledger of \S+ has no cell of PATH-01; .*--run/,
  ],
  [
    'an operation that the run did not judge',
    'AUTH-01@gap.lead',
    /no cell of AUTH-01 on gap\.lead/,
  ],
])('refuses %s', async (_, word, expected) => {
  const { code, stdout, stderr } = await show(word);

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(expected);
});
