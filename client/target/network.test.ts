import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadTarget } from './load-target.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { Target } from '../target.ts';
import type { Environment } from './env-file.ts';
import { AUTHORITY_FILES } from '../testing/test-certificates.ts';
import { NO_ENVIRONMENT, testTarget } from '../testing/test-target.ts';
import { createClient } from '../http/client.ts';
import { networkLines } from './network.ts';
import { load, refusal } from '../testing/test-load.ts';
import { startProxy, startService } from '../testing/test-routes.ts';

const SERVICE = 'https://quoting.example.com';

const problemsOf = async (document: Partial<Target>, environment: Environment = {}) => {
  const target = testTarget({ base_url: SERVICE, ...document }, environment);
  return target.then(
    () => 'none',
    ({ message }: Error) => message,
  );
};

const makeFile = (name: string, content: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

test.each([
  ['ftp://proxy:21', /proxy\n {4}expected {2}a proxy, .*\n {4}got {7}ftp:\/\/proxy:21/],
  ['http://proxy:99999', /got {7}http:\/\/proxy:99999/],
  ['http://proxy:3128/path', /got {7}http:\/\/proxy:3128\/path/],
  ['http://me:50%@proxy:3128', /got {7}http:\/\/proxy:3128 with a % that encodes nothing/],
])('refuses target.proxy %s', async (proxy, says) => {
  expect(await problemsOf({ proxy })).toMatch(says);
});

test('refuses a variable that is no proxy, by name, once and without its password', async () => {
  const message = await problemsOf({}, { ALL_PROXY: 'gopher://me:hush-hush@proxy:1' });

  expect(message).toMatch(/a problem:\n {2}ALL_PROXY\n.*\n {4}got {7}gopher:\/\/…@proxy:1/);
  expect(message).not.toContain('hush');
});

test.each(['me:hu/sh@proxy:99999', 'http://me:hu/sh@proxy:1', 'me@hush:sh@proxy:1/x'])(
  'shows an invalid proxy without a possible password: %s',
  async (proxy) => {
    const message = await problemsOf({}, { HTTPS_PROXY: proxy });

    expect(message).toContain('…@proxy');
    expect(message).not.toContain('sh@');
  },
);

test('ignores a variable that would not be used', async () => {
  const environment = { HTTP_PROXY: 'gopher://proxy:1', SSL_CERT_FILE: '/nowhere/ca.pem' };

  expect(await problemsOf({ base_url: 'http://127.0.0.1:1' }, environment)).toBe('none');
});

test('refuses the password of a proxy in a file', async () => {
  const file = makeFile(
    'target.yaml',
    `base_url: ${SERVICE}\nproxy: http://me:hush-hush@proxy:1\n`,
  );

  const loading = loadTarget({ file, environment: NO_ENVIRONMENT });

  await expect(loading).rejects.toThrow(/target\.yaml:2:8 {2}proxy\n {4}expected {2}the password/);
  await expect(loading).rejects.not.toThrow(/hush-hush/);
});

test('the password of a proxy is a secret in each of its forms', async () => {
  const environment = { PROXY_PASSWORD: 'hush%20hush' };
  const proxy = 'http://me:${PROXY_PASSWORD}@proxy:3128';
  const redactor = createRedactor(await testTarget({ proxy }, environment));

  expect(redactor.text('the proxy http://me:hush%20hush@proxy:3128')).toBe(
    'the proxy http://me:${PROXY_PASSWORD}@proxy:3128',
  );
  expect(redactor.text('hush hush')).toBe('‹the password in target.proxy›');
  expect(redactor.text(`Basic ${Buffer.from('me:hush hush').toString('base64')}`)).not.toContain(
    'bWU6',
  );
});

test('refuses a password that is too short to be redacted', async () => {
  expect(await problemsOf({}, { HTTPS_PROXY: 'http://me:abc@proxy:1' })).toMatch(
    /HTTPS_PROXY\n.*\n {4}got {7}http:\/\/proxy:1 with a shorter password/,
  );
});

test.each([
  [
    'nowhere.pem',
    /ca\n {4}expected {2}a PEM file .*\n {4}got {7}nowhere\.pem, which does not exist\n {4}Assay looked for it at \//,
  ],
  [AUTHORITY_FILES.ended, /ended\.pem, which expired on 2001-12-31/],
  [
    AUTHORITY_FILES.ca.replace(/test-certificates.*/, 'test-certificates.ts'),
    /which contains no PEM at all/,
  ],
  ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /only PRIVATE KEY/],
  [
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
    /certificate number 1 is damaged/,
  ],
])('refuses an authority that cannot be trusted', async (ca, says) => {
  expect(await problemsOf({ ca })).toMatch(says);
});

test('refuses an unreadable authority of the environment by the name of its variable', async () => {
  expect(await problemsOf({}, { SSL_CERT_FILE: '/nowhere/ca.pem' })).toMatch(
    /\n {2}SSL_CERT_FILE\n.*\n {4}got {7}\/nowhere\/ca\.pem, which does not exist/,
  );
});

test('finds an authority beside the target file, or inline', async () => {
  const pem = readFileSync(AUTHORITY_FILES.ca, 'utf8');
  const file = makeFile('ca.pem', pem);
  const target = join(file, '..', 'target.json');
  writeFileSync(target, JSON.stringify({ base_url: SERVICE, ca: 'ca.pem' }));

  const beside = await loadTarget({ file: target, environment: NO_ENVIRONMENT });
  const inside = await testTarget({ base_url: SERVICE, ca: pem });

  expect(beside.network.authorities).toMatchObject([
    { namedBy: 'target.ca', file: 'ca.pem', path: file },
  ]);
  expect(inside.network.authorities).toMatchObject([{ certificates: [pem.trim()] }]);
});

const call = { operation: 'travel.draft-create', body: {}, test: 't', intent: 'legal' } as const;

const sendInsecure = async (document: Partial<Target>) => {
  const target = await load({ document, insecure: true });
  const client = createClient({ target, record: { append: (each) => ({ n: 1, ...each }) } });
  onTestFinished(() => client.close());
  return { exchange: await client.send(call), networkInfo: networkLines(target) };
};

test('accepts an untrusted certificate on this machine, and the run says so', async () => {
  const { server } = await startService('https');

  const { exchange, networkInfo } = await sendInsecure({ base_url: server.address });

  expect(exchange.response?.status).toBe(200);
  expect(networkInfo[0]).toMatch(/^certificates are not verified \(--insecure\)/);
});

test('also for a declared test host, through a proxy, too', async () => {
  const { port } = await startService('https');
  const proxy = await startProxy({ hosts: { 'other.test': port } });

  const { exchange } = await sendInsecure({
    base_url: 'https://other.test',
    testHosts: ['Other.test'],
    proxy: proxy.address,
  });

  expect(exchange.response?.status).toBe(200);
});

const oauth = {
  scheme: 'oauth2',
  tokenUrl: 'https://login.example/token',
  clientId: 'me',
  clientSecret: 'canary-secret',
} as const;

test.each<readonly [string, Partial<Target>, string]>([
  ['an address', { base_url: 'https://a.example' }, 'a.example'],
  [
    'a host below a declared one',
    { base_url: 'https://a.b.test', testHosts: ['b.test'] },
    'a.b.test',
  ],
  [
    'the address of motor gap',
    { base_url: 'https://127.0.0.1:1', gap_base_url: 'https://g.example' },
    'g.example',
  ],
  [
    'the token endpoint',
    { base_url: 'https://127.0.0.1:1', identities: { owner: { auth: oauth } } },
    'login.example',
  ],
])('refuses %s on another host, with the reason', async (_what, document, host) => {
  const { message, problems } = await refusal({ document, insecure: true });

  expect(problems).toMatchObject([{ source: '--insecure', got: host }]);
  expect(message).toContain('ca: ca.pem in the target');
  expect(message).toContain(`testHosts: [${host}]`);
});

const UNVERIFIED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

test("Node's variable for disabling verification counts like --insecure, and is named", async () => {
  const { server } = await startService('https');

  const target = await load({ document: { base_url: server.address } }, UNVERIFIED);

  expect(target.network.insecure).toBe('NODE_TLS_REJECT_UNAUTHORIZED=0');
  expect(networkLines(target)[0]).toMatch(
    /^certificates are not verified \(NODE_TLS_REJECT_UNAUTHORIZED=0\)/,
  );
});

test('is refused for other hosts', async () => {
  const { message } = await refusal({ document: { base_url: 'https://a.example' } }, UNVERIFIED);

  expect(message).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0\n[^]*got +a\.example\n +unset NODE_TLS/);
});

test('has no effect without TLS, and never unnoticed by a run', async () => {
  const { server } = await startService('https');
  const plain = await load({ document: { base_url: 'http://a.example' } }, UNVERIFIED);
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });
  const verified = await load({ document: { base_url: server.address } });
  const client = createClient({
    target: verified,
    record: { append: (each) => ({ n: 1, ...each }) },
  });
  onTestFinished(() => client.close());
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

  const { response, error } = await client.send(call);

  expect(plain.network.insecure).toBeUndefined();
  expect([response, error?.code]).toEqual([undefined, expect.stringMatching(/CERT|SIGN/)]);
});

test.each<readonly [string, Record<string, string>, RegExp]>([
  [
    'keys of connections',
    { NODE_OPTIONS: '--tls-keylog=/tmp/keys' },
    /remove --tls-keylog from NODE_OPTIONS/,
  ],
  ['addresses', { NODE_DEBUG: 'undici' }, /unset NODE_DEBUG and repeat the command/],
])('a program that writes down %s is refused', async (_what, environment, says) => {
  const { message } = await refusal({ document: { base_url: 'https://a.example' } }, environment);

  expect(message).toMatch(/expected +an environment in which credentials stay secret/);
  expect(message).toMatch(says);
});
