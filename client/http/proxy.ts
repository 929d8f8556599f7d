import type { Environment } from '../target.ts';
import { isExcepted, isLoopback } from './no-proxy.ts';

/** A proxy and who named it. */
export interface Proxy {
  /** With the credentials that are in it: a secret. */
  readonly url: string;
  /** Without them. */
  readonly shown: string;
  /** `target.proxy` or the variable. */
  readonly namedBy: string;
}

/** What `target.proxy` and the environment say about proxies. */
export interface Proxies {
  readonly http?: Proxy;
  readonly https?: Proxy;
  /** The entries of NO_PROXY. */
  readonly except: readonly string[];
}

/** Instead of a proxy: none, whatever the environment says. */
export const NO_PROXY_AT_ALL = 'none';
/** Who named a proxy that the target itself names. */
export const BY_TARGET = 'target.proxy';

const NO_EXCEPTIONS: readonly string[] = [];

/** A proxy as it is written; curl and others take one without a scheme, too. Undefined: no address of a proxy. */
export const parseProxy = (written: string, namedBy: string): Proxy | undefined => {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, href, pathname, search, hash } = new URL(address);
  const isBare = ['/', ''].includes(pathname) && search + hash === '';
  if (!['http:', 'https:'].includes(protocol) || host === '' || !isBare) return undefined;
  return { url: href.replace(/\/$/, ''), shown: `${protocol}//${host}`, namedBy };
};

/** The first of these variables that is set, in small letters first, as curl has it. */
export const firstSet = (
  names: readonly string[],
  environment: Environment,
): { readonly name: string; readonly value: string } | undefined =>
  names
    .flatMap((name) => [name.toLowerCase(), name])
    .flatMap((name) => {
      const value = environment[name]?.trim() ?? '';
      return value === '' ? [] : [{ name, value }];
    })[0];

/** The variables that name a proxy, by the scheme of the address that is asked. */
export const PROXY_VARIABLES = {
  http: ['HTTP_PROXY', 'ALL_PROXY'],
  https: ['HTTPS_PROXY', 'ALL_PROXY'],
} as const;

/** What the environment excepts from its proxies. */
export const exceptionsIn = (environment: Environment): readonly string[] =>
  firstSet(['NO_PROXY'], environment)
    ?.value.split(/[\s,]+/)
    .filter(Boolean) ?? NO_EXCEPTIONS;

/**
 * The proxy that requests to an address go through; undefined where they go by themselves. What the target names is for
 * every address. What the environment names is never for this machine, nor for what NO_PROXY excepts.
 */
export const proxyFor = (address: string, proxies: Proxies): Proxy | undefined => {
  const url = new URL(address);
  const proxy = url.protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === undefined || proxy.namedBy === BY_TARGET) return proxy;
  return isLoopback(url) || isExcepted(url, proxies.except) ? undefined : proxy;
};
