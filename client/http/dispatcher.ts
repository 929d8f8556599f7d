import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { secureContextOf } from './certificate-authorities.ts';
import { memoized } from '../../spec/memoized.ts';
import type { Network } from '../target/network.ts';
import { type Proxy, proxyFor } from './proxies.ts';

/** What sends requests to one origin, and the proxy that they go through. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly proxy: Proxy | undefined;
}

/** What a connection is limited by: the deadline of the requests counts, milliseconds. */
export interface ConnectionLimits {
  readonly concurrency: number;
  readonly deadline: number;
}

/** Origins that are remembered: a run has two, and those of its access tokens. */
const ORIGINS = 20;

const tlsOf = (secureContext: SecureContext | undefined) =>
  secureContext ? { secureContext } : {};

/** Ways over kept-alive connections, straight or through undici's own ProxyAgent, and what is trusted on them. */
export const createRoutes = ({ concurrency, deadline }: ConnectionLimits, network: Network) => {
  const { authorities, client } = network;
  const tls = {
    ...tlsOf(secureContextOf(authorities, client)),
    // Told in so many words: else a variable of Node would decide it.
    rejectUnauthorized: network.insecure === undefined,
  };
  // Who the caller is, is the service's business, not the proxy's.
  const proxyTls = { ...tlsOf(secureContextOf(authorities)), rejectUnauthorized: true };
  const common = {
    connections: concurrency,
    pipelining: 1,
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
      // Else it takes the defaults where no tunnel is needed.
      factory: (origin, options) => new Pool(origin, { ...common, ...(options as Pool.Options) }),
      // A proxy that takes a CONNECT and says nothing would be waited for.
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
    /** Closes every connection, also those that something is still under way on. */
    close: async (): Promise<void> => {
      await Promise.all([direct, ...proxied.values()].map((agent) => agent.destroy()));
    },
  };
};
