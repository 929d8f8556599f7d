import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { secureContextOf } from './certificate-authorities.ts';
import { memoized } from '../../spec/memoized.ts';
import type { Network } from '../target/network.ts';
import { type Proxy, proxyFor } from './proxies.ts';

/** Dispatcher for one origin, and the proxy in use. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxy: Proxy | undefined;
}

/** Limits of a connection; the deadline is that of a request, in milliseconds. */
export interface ConnectionLimits {
  readonly concurrency: number;
  readonly deadline: number;
}

/** Cached origins: a run has two, and those of its access tokens. */
const ORIGINS = 20;

const tlsOf = (secureContext: SecureContext | undefined) =>
  secureContext ? { secureContext } : {};

/** Creates routes over connections that are kept alive or not, direct or through undici's ProxyAgent, with their trusted certificates. */
export const createRoutes = (
  { concurrency, deadline, keepAlive = true }: ConnectionLimits & { readonly keepAlive?: boolean },
  network: Network,
) => {
  const { authorities, client } = network;
  const tls = {
    ...tlsOf(secureContextOf(authorities, client)),
    // Set explicitly, or a Node variable would decide it.
    rejectUnauthorized: network.insecure === undefined,
  };
  // The client certificate is for the service, not for the proxy.
  const proxyTls = { ...tlsOf(secureContextOf(authorities)), rejectUnauthorized: true };
  const common = {
    connections: concurrency,
    // undici closes a connection after its first answer if this is 0.
    pipelining: keepAlive ? 1 : 0,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  } as const;
  const direct = new Agent({ ...common, connect: { timeout: deadline, ...tls } });
  const proxied = new Map<string, ProxyAgent>();

  const through = (proxy: Proxy): ProxyAgent => {
    const known = proxied.get(proxy.url);
    if (known) return known;
    const agent = new ProxyAgent({
      uri: proxy.url,
      ...common,
      connectTimeout: deadline,
      requestTls: tls,
      proxyTls,
      // Otherwise it uses the defaults if no tunnel is needed.
      factory: (origin, options) => new Pool(origin, { ...common, ...(options as Pool.Options) }),
      // Otherwise a proxy that accepts a CONNECT and never answers would block.
      clientFactory: (origin, options) =>
        new Pool(origin, { ...(options as Pool.Options), headersTimeout: deadline }),
    });
    proxied.set(proxy.url, agent);
    return agent;
  };

  return {
    to: memoized((origin: string): Route => {
      const proxy = proxyFor(origin, network.proxies);
      return { dispatcher: proxy ? through(proxy) : direct, proxy };
    }, ORIGINS),
    /** Closes every connection, including those with requests in flight. */
    close: async (): Promise<void> => {
      await Promise.all([direct, ...proxied.values()].map((agent) => agent.destroy()));
    },
  };
};
