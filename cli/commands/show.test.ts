import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { startReference } from '../../reference/start.ts';
import { callCli } from '../testing/call-cli.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-show-'));
const run = join(out, 'latest');
afterAll(() => rmSync(out, { recursive: true }));
beforeAll(async () => {
  const requirement = ['--requirement', 'AUTH-01,VERSION-01,GAP-CONTRACT-03'];
  const cells = ['--operation', 'gap.draft-*,gap.contract-create', ...requirement];
  const fault = FAULTS.flatMap((each) => ['--fault', each]);
  await callCli(['gate', '--no-allure', '--seed', '5', '--out', out, ...cells, ...fault]);
});

const FAULTS = ['gap-draft-get-without-version', 'gap-contract-location-is-gone'];

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

/** Runs a script for bash against the reference service with these faults. */
const runScript = async (text: string, faults: readonly string[]) => {
  const service = await startReference({ faults });
  onTestFinished(() => service.close());
  const file = join(out, `script-${faults.length}.sh`);
  writeFileSync(file, text);
  const { environment, base_url: BASE_URL, gap_base_url: GAP_BASE_URL } = service;
  const { PATH } = process.env;
  return new Promise<{ readonly code: unknown; readonly stdout: string }>((resolve) => {
    const env = { PATH, BASE_URL, GAP_BASE_URL, ...environment };
    execFile('bash', [file], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout: stdout + stderr }),
    );
  });
};

test.each([
  ['VERSION-01@gap.draft-get', 'status 200'],
  ['GAP-CONTRACT-03', 'status 410'],
])(
  'a script for %s shows the failure again, and that a mended service has it no more',
  async (cell, got) => {
    const { code, stdout } = await show(cell, '--as', 'script');

    expect(code).toBe(0);
    expect(stdout).toContain(got);
    expect(stdout).not.toMatch(/Bearer [^$]/);
    const [again, mended] = [await runScript(stdout, FAULTS), await runScript(stdout, [])];
    expect(again).toEqual({
      code: 0,
      stdout: expect.stringMatching(/decides: recorded (\d+), now \1\n/),
    });
    expect(mended.code).toBe(1);
    expect(mended.stdout).toMatch(/decides: recorded \d+, now \d+\n/);
  },
);

test('a script without an address or a credential says what to set', async () => {
  const { stdout } = await show('GAP-CONTRACT-03', '--as', 'script');

  const { code, stdout: printed } = await new Promise<{ code: unknown; stdout: string }>(
    (resolve) => {
      execFile('bash', ['-c', stdout], { env: { PATH: process.env['PATH'] } }, (error, _, stderr) =>
        resolve({ code: error?.code, stdout: stderr }),
      );
    },
  );
  expect(code).not.toBe(0);
  expect(printed).toMatch(/GAP_BASE_URL: the address of a service that assay serve has started/);
});

test('a .http file for editors refers to ids of earlier answers and to variables of the environment', async () => {
  const { code, stdout } = await show('GAP-CONTRACT-03', '--as', 'http');

  expect(code).toBe(0);
  expect(stdout).toMatch(/^# @name call\d+\nPOST \{\{GAP_BASE_URL\}\}\/BE\/motor\/gap\/drafts\n/m);
  expect(stdout).toMatch(/\/drafts\/\{\{call\d+\.response\.body\.\$\.draftId\}\}\/to-contract$/m);
  expect(stdout).toContain('authorization: Bearer {{$processEnv ASSAY_TOKEN}}');
  expect(stdout).toMatch(/"userTermsToken":"\{\{call\d+\.response\.body\.\$\.userTermsToken\}\}"/);
});

test('the calls of a cell as an HTTP archive have their bodies, and no secret', async () => {
  const { stdout } = await show('GAP-CONTRACT-03', '--as', 'har');

  const { log } = JSON.parse(stdout) as { readonly log: { readonly entries: readonly unknown[] } };
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'Assay' } });
  expect(log.entries).toContainEqual(
    expect.objectContaining({
      request: expect.objectContaining({ method: 'POST', postData: expect.anything() }) as unknown,
      response: expect.objectContaining({ redirectURL: '' }) as unknown,
    }),
  );
  expect(stdout).not.toMatch(/Bearer [^$]/);
});

test.each([
  ['several cells', ['*-01', '--as', 'script'], /--as takes one cell, and \d+ match; name one/],
  [
    'another service than that of the run',
    ['VERSION-01@gap.draft-get', '--as', 'script', '--base-url', 'http://127.0.0.1:9'],
    /was of the embedded service/,
  ],
  ['an unknown form', ['VERSION-01@gap.draft-get', '--as', 'curl'], /script, http, har/],
])('--as refuses %s', async (_, words, expected) => {
  const { code, stdout, stderr } = await show(...words);

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(expected);
});

type Call = Pick<Exchange, 'request'> & { operation?: unknown; n: unknown };
const changed = (change: (call: Call) => Call): string => {
  const folder = join(mkdtempSync(join(out, 'changed-')), 'run');
  cpSync(run, folder, { recursive: true, dereference: true });
  const file = join(folder, 'exchanges.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const edited = lines.map((line) => {
    const entry = JSON.parse(line) as Call;
    return JSON.stringify(entry.operation === 'gap.draft-get' ? change(entry) : entry);
  });
  writeFileSync(file, `${edited.join('\n')}\n`);
  return folder;
};

const withRequest = (call: Call, request: Partial<Exchange['request']>): Call => ({
  ...call,
  request: { ...call.request, ...request },
});

const CHANGES: readonly (readonly [string, (call: Call) => Call, string, RegExp])[] = [
  [
    'a command as method',
    (call) => withRequest(call, { method: 'GET; touch /tmp/x;' }),
    'script',
    /a method that HTTP does not allow/,
  ],
  [
    'a credential for another service',
    (call) => withRequest(call, { url: 'https://other.example/be/motor/gap/drafts/1' }),
    'script',
    /a credential for an address that the run does not name/,
  ],
  [
    'an address that only begins as that of the run',
    (call) => withRequest(call, { url: call.request.url.replace(/(:\d+)\//, '$1@other.example/') }),
    'http',
    /a credential for an address that the run does not name/,
  ],
  [
    'a line break in a header',
    (call) =>
      withRequest(call, { headers: { ...call.request.headers, 'x-a': '1\n\n###\nPOST /' } }),
    'http',
    /a header that HTTP does not allow/,
  ],
  [
    'a variable of the environment',
    (call) => withRequest(call, { url: `${call.request.url}?a={{$processEnv HOME}}` }),
    'http',
    /an invalid address/,
  ],
  [
    'a variable of the environment in a header',
    (call) =>
      withRequest(call, { headers: { ...call.request.headers, 'x-a': '{{$processEnv HOME}}' } }),
    'http',
    /would expand/,
  ],
  [
    'a command as base64',
    (call) => withRequest(call, { body: { encoding: 'base64', text: '$(touch /tmp/x)' } }),
    'script',
    /a body that is not base64/,
  ],
];

test.each(drawn(CHANGES, 2))(
  '--as makes nothing of a changed run with %s',
  async (_, change, form, expected) => {
    const words = ['VERSION-01@gap.draft-get', '--as', form, '--run', changed(change)];
    const { code, stdout, stderr } = await callCli(['show', ...words]);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(expected);
  },
);
