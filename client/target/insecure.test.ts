import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../http/client.ts';
import { networkLines } from '../http/network-lines.ts';
import type { Target } from '../target.ts';
import { load, refusal } from '../testing/test-load.ts';
import { startProxy, startService } from '../testing/test-ways.ts';

const call = { operation: 'travel.draft-create', body: {}, test: 't', intent: 'legal' } as const;

const sendInsecure = async (document: Partial<Target>) => {
  const target = await load({ document, insecure: true });
  const client = createClient({ target, record: { append: (each) => ({ n: 1, ...each }) } });
  onTestFinished(() => client.close());
  return { exchange: await client.send(call), said: networkLines(target) };
};

test('a certificate that nobody signed is taken on this machine, and the run says so', async () => {
  const { server } = await startService('https');

  const { exchange, said } = await sendInsecure({ base_url: server.address });

  expect(exchange.response?.status).toBe(200);
  expect(said[0]).toMatch(/^certificates are not verified \(--insecure\)/);
});

test('so it is of a host that the target declares for tests, through a proxy, too', async () => {
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
])('%s elsewhere is refused, and why', async (_what, document, host) => {
  const { message, problems } = await refusal({ document, insecure: true });

  expect(problems).toMatchObject([{ source: '--insecure', got: host }]);
  expect(message).toContain('ca: ca.pem in the target');
  expect(message).toContain(`testHosts: [${host}]`);
});

const UNVERIFIED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };

test('the variable of Node that verifies nothing is taken as --insecure is, and named', async () => {
  const { server } = await startService('https');

  const target = await load({ document: { base_url: server.address } }, UNVERIFIED);

  expect(target.network.insecure).toBe('NODE_TLS_REJECT_UNAUTHORIZED=0');
  expect(networkLines(target)[0]).toMatch(
    /^certificates are not verified \(NODE_TLS_REJECT_UNAUTHORIZED=0\)/,
  );
});

test('it is refused elsewhere', async () => {
  const { message } = await refusal({ document: { base_url: 'https://a.example' } }, UNVERIFIED);

  expect(message).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED=0\n[^]*got +a\.example\n +unset NODE_TLS/);
});

test('it does not hold where no certificate was to be verified, nor behind the back of a run', async () => {
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
    /take --tls-keylog out of NODE_OPTIONS/,
  ],
  ['addresses', { NODE_DEBUG: 'undici' }, /unset NODE_DEBUG and repeat the command/],
])('what writes down %s is refused', async (_what, environment, says) => {
  const { message } = await refusal({ document: { base_url: 'https://a.example' } }, environment);

  expect(message).toMatch(/wanted +an environment in which credentials stay secret/);
  expect(message).toMatch(says);
});
