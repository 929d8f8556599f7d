import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { startLocalServer } from '../../client/testing/local-server.ts';
import type { Target } from '../../client/target.ts';
import type { Environment } from '../../client/target/env-file.ts';
import {
  AUTHORITY_FILES,
  mutualTlsServerCertificate,
  CLIENT_FILES,
  CLIENT_PASSPHRASE,
  serverCertificate,
} from '../../client/testing/test-certificates.ts';
import { startLocalProxy } from '../../client/testing/test-proxy.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { k6Network, k6NetworkProblems } from './k6-network.ts';
import { k6ForTests } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { rightPrice } from '../testing/test-service.ts';
import { drawn } from '../../tools/testing/drawn.ts';

const k6Of = async ({ skip }: TestContext): Promise<string> => {
  const found = await k6ForTests();
  return 'reason' in found ? skip(found.reason) : found.path;
};

const networkOf = async (document: Partial<Target>, environment: Environment = {}) =>
  k6Network(await testTarget(document, environment));

const draft = (response: ServerResponse): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'last-modified': new Date().toUTCString(),
  });
  response.end('{"draftId":"d1"}');
};

const startService = async (scheme: string): Promise<number> => {
  const server = await startLocalServer(
    ({ url }, response, count) =>
      url.endsWith('/price-requests') ? rightPrice(response, count) : draft(response),
    scheme === 'https' ? serverCertificate() : undefined,
  );
  onTestFinished(() => server.close());
  return Number(new URL(server.address).port);
};

test.for(drawn(['http', 'https'], 1))('k6 uses the same proxy (%s)', async (scheme, context) => {
  const k6 = await k6Of(context);
  const proxy = await startLocalProxy({ hosts: { 'service.test': await startService(scheme) } });
  onTestFinished(() => proxy.close());

  const { result } = await runTestLoad(k6, `${scheme}://service.test`, shortProfile(), {
    target: { proxy: proxy.address, ca: AUTHORITY_FILES.ca },
  });

  expect(result.reasons).toEqual([]);
  expect(result.verdict).toBe('PASS');
  expect(proxy.asked.length).toBeGreaterThan(0);
});

test('k6 presents the client certificate, and stores its key nowhere', async (context) => {
  const k6 = await k6Of(context);
  const server = await startLocalServer(
    ({ url }, response, count) =>
      url.endsWith('/price-requests') ? rightPrice(response, count) : draft(response),
    mutualTlsServerCertificate(),
  );
  onTestFinished(() => server.close());
  const { certificate, encryptedKey: key } = CLIENT_FILES;

  const { result } = await runTestLoad(k6, server.address, shortProfile(), {
    target: { ca: AUTHORITY_FILES.ca, tls: { certificate, key, passphrase: CLIENT_PASSPHRASE } },
  });

  expect(result.reasons).toEqual([]);
  expect(result.verdict).toBe('PASS');
  expect(JSON.stringify(result)).not.toContain('PRIVATE KEY');
});

test('k6 skips verification only if all other requests do, and never for a proxy', async (context) => {
  const k6 = await k6Of(context);
  const address = `https://localhost:${await startService('https')}`;
  const insecure = {
    network: { proxies: { except: [] }, authorities: [], environment: [], insecure: '--insecure' },
  } as const;

  const { result } = await runTestLoad(k6, address, shortProfile(), { insecure: true });
  const proxy = { url: 'https://proxy:1', shown: 'https://proxy:1', namedBy: 'HTTPS_PROXY' };
  const target = { ...(await testTarget({ base_url: 'https://a.test' })), ...insecure };
  const proxied = {
    ...target,
    network: { ...insecure.network, proxies: { https: proxy, except: [] } },
  };

  expect(result.verdict).toBe('PASS');
  expect(k6NetworkProblems(target, 'linux')).toEqual([]);
  expect(k6NetworkProblems(proxied, 'linux')).toEqual([
    expect.stringMatching(/certificate of the proxy https:\/\/proxy:1 either; remove that/),
  ]);
});

test('k6 does not present the client certificate to a proxy', async () => {
  const tls = { certificate: CLIENT_FILES.certificate, key: CLIENT_FILES.key };
  const target = await testTarget({ base_url: 'https://a.test', tls });
  const proxy = { url: 'https://proxy:1', shown: 'https://proxy:1', namedBy: 'HTTPS_PROXY' };
  const network = { ...target.network, proxies: { https: proxy, except: [] } };

  expect(k6NetworkProblems(target, 'linux')).toEqual([]);
  expect(k6NetworkProblems({ ...target, network }, 'linux')).toEqual([
    expect.stringContaining(
      'k6 would also present the client certificate of tls: to the proxy https://proxy:1',
    ),
  ]);
});

test('k6 gets only the proxies in use, and the exceptions', async () => {
  const environment = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2', NO_PROXY: 'gap.test' };

  const { variables } = await networkOf(
    { base_url: 'https://service.test/api', gap_base_url: 'https://gap.test:8443' },
    environment,
  );

  expect(variables).toEqual({ HTTPS_PROXY: 'http://b:2', NO_PROXY: 'gap.test:8443' });
  expect(await networkOf({ base_url: 'http://127.0.0.1:1' }, environment)).toEqual({
    variables: {},
    options: {},
  });
});

test('k6 trusts the authorities of Node, also on a system without any, and that of the target', async () => {
  const countIn = async (target: Parameters<typeof networkOf>[0]) =>
    (await networkOf(target)).trusted?.match(/BEGIN CERTIFICATE/g)?.length ?? 0;
  const base_url = 'https://a.test';

  const usual = await countIn({ base_url });
  expect(usual).toBeGreaterThan(50);
  expect(await countIn({ base_url, ca: AUTHORITY_FILES.ca })).toBe(usual + 1);
});

test('reports what k6 does not support, and what to change', async () => {
  const secure = await testTarget({ base_url: 'https://a.test', ca: AUTHORITY_FILES.ca });
  const local = await testTarget({ base_url: 'http://127.0.0.1:1', proxy: 'http://a:1' });

  expect(k6NetworkProblems(secure, 'linux')).toEqual([]);
  expect(k6NetworkProblems(secure, 'darwin')).toEqual([
    expect.stringMatching(
      /^on macOS k6 trusts the authorities of the system, not .*ca\.pem \(target\.ca\)/,
    ),
  ]);
  expect(k6NetworkProblems(local, 'linux')).toEqual([
    expect.stringMatching(/this machine \(127\.0\.0\.1:1\) without the proxy; remove proxy/),
  ]);
});
