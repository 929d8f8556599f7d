import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import type { Target } from '../target.ts';
import { AUTHORITY_FILES, serverCertificate } from '../testing/test-certificates.ts';
import { startLocalProxy } from '../testing/test-proxy.ts';
import { testTarget } from '../testing/test-target.ts';
import { callOnce, startProxy, startService } from '../testing/test-routes.ts';

const CREDENTIAL = Buffer.from('me:pass word').toString('base64');
const ca = AUTHORITY_FILES.ca;

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'])(
  'forwards plain requests unchanged through the proxy of %s',
  async (name) => {
    const { server, port } = await startService('http');
    const proxy = await startProxy({ hosts: { 'service.test': port } });

    const { exchange, networkInfo } = await callOnce(
      { base_url: 'http://service.test/api' },
      { [name]: proxy.address },
    );

    expect(exchange.response?.status).toBe(200);
    expect(proxy.asked).toEqual(['POST http://service.test/api/BE/lifestyle/travel/drafts']);
    expect(server.received.map(({ headers }: Received) => headers.host)).toEqual(['service.test']);
    expect(networkInfo).toEqual([`through the proxy ${proxy.address} (${name})`]);
  },
);

test.each(['HTTPS_PROXY', 'https_proxy', 'all_proxy'])(
  'tunnels encrypted requests through the proxy of %s',
  async (name) => {
    const { port } = await startService('https');
    const proxy = await startProxy({ hosts: { 'service.test': port } });

    const { exchange, networkInfo } = await callOnce(
      { base_url: 'https://service.test', ca },
      { [name]: proxy.address },
    );

    expect(exchange.response?.body.text).toBe('{"draftId":"1"}');
    expect(proxy.asked).toEqual(['CONNECT service.test:443']);
    expect(networkInfo).toEqual([
      `through the proxy ${proxy.address} (${name})`,
      `trusts ${ca}, 1 certificate (target.ca)`,
    ]);
  },
);

test("the target's proxy takes precedence over the environment, also for this machine", async () => {
  const { server } = await startService('http');
  const proxy = await startProxy({});

  const { exchange } = await callOnce(
    { base_url: server.address, proxy: proxy.address },
    { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '*' },
  );

  expect(exchange.response?.status).toBe(200);
  expect(proxy.asked).toHaveLength(1);
});

test.each([
  ['this machine', {}],
  ['a host in NO_PROXY', { NO_PROXY: 'other.test,localhost' }],
  ['a target that says none', {}, { proxy: 'none' }],
])('uses no proxy for %s', async (_what, environment, document: Partial<Target> = {}) => {
  const { server } = await startService('http');

  const { exchange, networkInfo } = await callOnce(
    { base_url: server.address.replace('127.0.0.1', 'localhost'), ...document },
    { HTTP_PROXY: 'http://127.0.0.1:9', ...environment },
  );

  expect(exchange.response?.status).toBe(200);
  expect(networkInfo).toEqual([]);
});

test.each(['http', 'https'] as const)(
  'only the proxy sees the password of its address (%s)',
  async (scheme) => {
    const { server, port } = await startService(scheme);
    const proxy = await startProxy({ credential: CREDENTIAL, hosts: { 'service.test': port } });
    const withPassword = proxy.address.replace('//', '//me:pass%20word@');

    const { exchange, networkInfo } = await callOnce(
      { base_url: `${scheme}://service.test`, ca },
      { HTTP_PROXY: withPassword, HTTPS_PROXY: withPassword },
    );

    expect(exchange.response?.status).toBe(200);
    expect(networkInfo.join()).toContain(`through the proxy ${proxy.address} (`);
    expect(JSON.stringify([exchange, networkInfo])).not.toMatch(/pass.*word/);
    // This proxy forwards plain requests unchanged.
    const shown = server.received[0]?.headers['proxy-authorization'];
    expect(shown).toBe(scheme === 'https' ? undefined : `Basic ${CREDENTIAL}`);
  },
);

test.each(['http', 'https'] as const)(
  'reports a proxy that requires authentication (%s)',
  async (scheme) => {
    const proxy = await startProxy({ credential: CREDENTIAL });

    const { exchange } = await callOnce({
      base_url: `${scheme}://service.test`,
      proxy: proxy.address,
    });

    expect(exchange.response).toBeUndefined();
    expect(exchange.error).toEqual({
      code: 'PROXY_AUTHENTICATION',
      message: `the proxy ${proxy.address} (target.proxy) requires another user or password (407)`,
    });
  },
);

test('reports a proxy that opens no tunnel', async () => {
  const proxy = await startProxy({ refuses: 403 });

  const { exchange } = await callOnce({ base_url: 'https://service.test', proxy: proxy.address });

  expect(exchange.error?.code).toBe('PROXY_REFUSED');
  expect(exchange.error?.message).toContain('(target.proxy) answered 403 to CONNECT');
});

test.each(['http', 'https'])('reports a proxy that does not exist (%s)', async (scheme) => {
  const proxy = await startLocalProxy();
  await proxy.close();

  const { exchange } = await callOnce({
    base_url: `${scheme}://service.test`,
    proxy: proxy.address,
  });

  expect(exchange.error?.code).toBe('PROXY_UNREACHABLE');
  expect(exchange.error?.message).toMatch(/^the proxy .* \(target\.proxy\): .*ECONNREFUSED/);
});

test('a proxy that never answers a CONNECT blocks neither the request nor closing', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const target = await testTarget({
    base_url: 'https://service.test',
    proxy: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    limits: { deadline: 100 },
  });
  const client = createClient({ target, record: { append: (each) => ({ n: 1, ...each }) } });

  const exchange = await client.send({
    operation: 'travel.draft-create',
    body: {},
    test: 'a test',
    intent: 'legal',
  });
  await client.close();

  expect(exchange.error?.code).toMatch(/DEADLINE|PROXY_UNREACHABLE/);
});

test('fetches access tokens in the same way', async () => {
  const tokens = await startLocalServer((_request, response) => {
    response.end('{"access_token":"opaque-token-1"}');
  }, serverCertificate());
  onTestFinished(() => tokens.close());
  const { server, port } = await startService('https');
  const proxy = await startProxy({ hosts: { 'service.test': port } });

  const auth = {
    scheme: 'oauth2',
    tokenUrl: `${tokens.address}/token`,
    clientId: 'assay',
    clientSecret: 'client-secret',
  } as const;
  const { exchange } = await callOnce({
    base_url: 'https://service.test',
    ca,
    proxy: proxy.address,
    identities: { owner: { auth } },
  });

  expect(exchange.response?.status).toBe(200);
  expect(server.received[0]?.headers.authorization).toBe('Bearer opaque-token-1');
  expect(proxy.asked.toSorted()).toEqual([
    `CONNECT localhost:${new URL(tokens.address).port}`,
    'CONNECT service.test:443',
  ]);
});
