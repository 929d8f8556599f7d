import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { type Received, startLocalServer } from '../../client/testing/local-server.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import { callCli } from '../testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

const fileOf = (text: string): string => {
  const file = join(folder(), 'target.yaml');
  writeFileSync(file, text);
  return file;
};

const reference = async (dialect = 'plain'): Promise<RunningReference> => {
  const running = await startReference({ dialect });
  onTestFinished(() => running.close());
  return running;
};

const TOKEN = 'a-token-that-nobody-may-see';
const doctor = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = { ASSAY_TOKEN: TOKEN },
) => callCli(['doctor', ...args], { environment, cwd: tmpdir() });

const addressesOf = ({ base_url, gap_base_url, target }: RunningReference): string =>
  stringify({ base_url, gap_base_url, identities: target['identities'] });

test.each(
  drawnInTurn('detected keys', [
    'writes detected keys, keeps comments, and finds nothing to change when it runs again',
  ]),
)('%s', async () => {
  const running = await reference('ornate');
  const file = fileOf(`# mine\n${addressesOf(running)}paymentTerms: [YEARLY]  # as agreed\n`);

  const printed = await doctor(['--target', file], running.environment);
  expect(printed.code).toBe(2);
  expect(printed.stdout).toMatch(/✗ Motor gap price +the amount .* → gapPrice: \/quote\/premium/);
  expect(printed.stdout).toContain('To add to the target:\n\ngapPrice: /quote/premium\n');
  expect(readFileSync(file, 'utf8')).not.toContain('gapPrice');

  const written = await doctor(['--target', file, '--write'], running.environment);
  expect(written.code).toBe(0);
  expect(written.stdout).toContain('✓ Motor gap price');
  expect(written.stdout).toContain('keys written');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# yaml-language-server: .*\n# mine\n/);
  expect(text).toContain('paymentTerms: [YEARLY]  # as agreed\n');
  expect(text).toContain('gapPrice: /quote/premium\n');

  const again = await doctor(['--target', file, '--write'], running.environment);
  expect(again.code).toBe(0);
  expect(again.stdout).not.toMatch(/written:|keys? written/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('writes the amount of a gap price under the name that the target uses', async () => {
  const running = await reference('ornate');
  const prices = 'prices: { gap: { amount: /elsewhere } }\n';
  const file = fileOf(`${addressesOf(running)}paymentTerms: [YEARLY]\n${prices}`);

  const args = ['--target', file, '--line', 'gap', '--write'];
  const { code } = await doctor(args, running.environment);

  expect(code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('prices: { gap: { amount: /quote/premium } }\n');
  expect(text).not.toContain('gapPrice');
});

test.each(drawnInTurn('documents of doctor', ['--json prints one document without secrets']))(
  '%s',
  async () => {
    const running = await reference('prefixed');
    const { stdout, stderr, code } = await doctor(
      ['--target', fileOf(addressesOf(running)), '--json'],
      running.environment,
    );

    const { findings, exitCode, yaml } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly about: string; readonly keys?: unknown }[];
      readonly exitCode: number;
      readonly yaml: string;
    };
    expect(exitCode).toBe(code);
    expect(yaml).toContain('draft: /data/reference');
    expect(findings).toContainEqual(
      expect.objectContaining({
        about: 'Jobloss draft id',
        keys: [{ path: ['ids', 'jobloss', 'draft'], value: '/data/reference' }],
      }),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({
        about: 'Travel person post',
        mark: 'wrong',
        change: expect.stringContaining('set bodies.travel.person-post') as string,
      }),
    );
    for (const secret of Object.values(running.environment))
      expect(stdout + stderr).not.toContain(secret);
  },
);

test('has nothing to change on the embedded service', async () => {
  const { code, stdout } = await doctor(['--line', 'gap'], {});

  expect(stdout).toMatch(/✓ Motor gap +draft 200/);
  expect(stdout).toMatch(/next: assay gate .*--line gap\n/);
  expect(stdout).not.toContain('✗');
  expect(code).toBe(0);
});

const isLogin = ({ url }: Received): boolean => url.startsWith('/login');
const startLogin = async (): Promise<string> => {
  const server = await startLocalServer((request, response) => {
    if (isLogin(request)) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else response.writeHead(302, { location: '/login?next=1' }).end();
  });
  onTestFinished(() => server.close());
  return server.address;
};

test.each([
  ['nobody listens', async () => 'http://127.0.0.1:9', /✗ address .*no connection .*check host/],
  ['a name is not known', async () => 'http://x.invalid', /✗ name resolution .*x\.invalid .*VPN/],
  ['a login page answers', startLogin, /✗ address .*redirected.*behind any login page/],
  [
    'TLS is spoken to a plain port',
    async () => (await startLogin()).replace('http:', 'https:'),
    /✗ TLS .*speaks plain HTTP → set base_url to http:/,
  ],
  [
    'the credential is wrong',
    async () => (await reference('prefixed')).base_url,
    /✗ identity owner .*401.*WWW-Authenticate names basic.*scheme is bearer/,
  ],
])('if %s, it prints what to change and exits with 2', async (_what, start, says) => {
  const { code, stdout, stderr } = await doctor(['--base-url', await start()]);

  expect(stdout).toMatch(says);
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(TOKEN);
});

test('for a service that answers only 500 it claims nothing and prints one cause in one line', async () => {
  const server = await startLocalServer((_request, response) => response.writeHead(500).end());
  onTestFinished(() => server.close());
  const { code, stdout } = await doctor(['--base-url', server.address, '--line', 'travel']);

  for (const about of ['identity owner', 'version header', 'Travel draftId'])
    expect(stdout).toMatch(new RegExp(`^\\? ${about} +not known: `, 'm'));
  for (const about of ['creations', 'Last-Modified', 'read-back'])
    expect(stdout).toMatch(new RegExp(`^✓ ${about} +not known: `, 'm'));
  expect(stdout.match(/not called without it: .*Draft Update.*Contract Create/g)).toHaveLength(1);
  expect(code).toBe(3);
});

test.each([
  ['an unknown flag', ['--wriet'], /unknown option '--wriet'/],
  [
    'a target that is not there, with --write,',
    ['--target', '/nowhere/targte.yaml', '--write'],
    /targte\.yaml/,
  ],
  ['--write without a file', ['--base-url', 'http://127.0.0.1:9', '--write'], /--target FILE/],
])('%s is a usage error', async (_what, args, says) => {
  const { code, stderr } = await doctor(args);

  expect(stderr).toMatch(says);
  expect(stderr).not.toContain('report');
  expect(code).toBe(2);
});

test('a syntax error in the target is a usage error with its line', async () => {
  const { code, stderr } = await doctor(['--target', fileOf('name: x\nbase_url: [\n')]);

  expect(stderr).toMatch(/the target has .*problem.*target\.yaml:\d+:\d+/s);
  expect(code).toBe(2);
});

test.each(
  drawnInTurn('unwritable targets', ['prints the findings even if the file cannot be written']),
)('%s', async () => {
  const running = await reference('prefixed');
  const text = `${addressesOf(running)}ids: { travel: { draft: &r /id } }\nname: *r\n`;
  const file = fileOf(text);
  const { code, stdout, stderr } = await doctor(['--target', file, '--write'], running.environment);

  expect(stdout).toContain('To add to the target:');
  expect(stdout).not.toContain('written: ');
  expect(stderr).toMatch(/cannot be changed at .*ids\.travel\.draft.*nothing was written/);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(code).toBe(2);
});

test('refuses a read-only file before it sends anything', async () => {
  const running = await reference();
  const file = fileOf(addressesOf(running));
  chmodSync(file, 0o444);
  const { code, stdout, stderr } = await doctor(['--target', file, '--write'], running.environment);

  expect(stderr).toContain('is not writable');
  expect(stdout).toBe('');
  expect(code).toBe(2);
});
