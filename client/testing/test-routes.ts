import { onTestFinished } from 'vitest';
import { createClient } from '../http/client.ts';
import { startLocalServer } from './local-server.ts';
import { networkLines } from '../target/network.ts';
import type { Target } from '../target.ts';
import type { Environment } from '../target/env-file.ts';
import { serverCertificate } from './test-certificates.ts';
import { type ProxyRules, startLocalProxy } from './test-proxy.ts';
import { testTarget } from './test-target.ts';

const IDENTITIES = { owner: { auth: { scheme: 'bearer', token: 'abcdefghijkl' } } } as const;

/** Starts a service that answers every request with a draft. */
export const startService = async (scheme: 'http' | 'https') => {
  const server = await startLocalServer(
    (_request, response) => response.end('{"draftId":"1"}'),
    scheme === 'https' ? serverCertificate() : undefined,
  );
  onTestFinished(() => server.close());
  return { server, port: Number(new URL(server.address).port) };
};

/** Starts a proxy that is closed after the test. */
export const startProxy = async (rules: ProxyRules) => {
  const proxy = await startLocalProxy(rules);
  onTestFinished(() => proxy.close());
  return proxy;
};

/** Sends one call to a target: its exchange, and the network lines that a run would print. */
export const callOnce = async (document: Partial<Target>, environment: Environment = {}) => {
  const target = await testTarget({ identities: IDENTITIES, ...document }, environment);
  const client = createClient({ target, record: { append: (each) => ({ n: 1, ...each }) } });
  onTestFinished(() => client.close());
  const exchange = await client.send({
    operation: 'travel.draft-create',
    body: {},
    test: 'a test',
    intent: 'legal',
  });
  return { exchange, networkInfo: networkLines(target) };
};
