import type { Environment } from '../target/env-file.ts';
import { basicPair } from '../secrets/credential.ts';
import { type Secret } from '../secrets/invalid-credentials.ts';
import { BlockList, isIP } from 'node:net';
import { withoutCredential } from '../target/address.ts';
import { type Issue, valueAt } from '../target/target-error.ts';
import { holdsReference } from '../target/target-references.ts';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const bareHost = (host: string): string =>
  host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

const familyOf = (host: string): 'ipv4' | 'ipv6' => (isIP(host) === 6 ? 'ipv6' : 'ipv4');

/** Tests if the address is a loopback address. */
export const isLoopback = ({ hostname }: URL): boolean => {
  const host = bareHost(hostname);
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^127(\.\d+){3}$/.test(host)
  );
};

const isInRange = (host: string, network: string, bits: string): boolean => {
  if (isIP(host) === 0 || isIP(network) === 0) return false;
  const range = new BlockList();
  try {
    range.addSubnet(network, Number(bits), familyOf(network));
  } catch {
    // Longer prefix than the address has bits.
    return false;
  }
  return range.check(host, familyOf(host));
};

const isMatch = (url: URL, entry: string): boolean => {
  const host = bareHost(url.hostname);
  const [, network = '', bits = ''] = /^\[?([\d.a-f:]+)\]?\/(\d+)$/i.exec(entry) ?? [];
  if (bits !== '') return isInRange(host, network, bits);
  // Only brackets separate an IPv6 address from its port.
  const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  const wanted = bareHost(name);
  if (wanted === '*') return true;
  const domain = wanted.replace(/^\*?\./, '');
  const isApex = host === domain && !wanted.startsWith('*');
  return isApex || (isIP(host) === 0 && host.endsWith(`.${domain}`));
};

/**
 * Tests if NO_PROXY excludes an address: `*`, a host (and its subdomains), `*.host` (only subdomains), an IP address, or a
 * range such as 10.0.0.0/8; all but the range may have a port. Case and a trailing dot are ignored.
 */
export const isInNoProxy = (url: URL, entries: readonly string[]): boolean =>
  entries.some((entry) => isMatch(url, entry));

/** An issue, and its variable if it does not come from the target. */
export type NetworkIssue = Issue & { readonly source?: string };

/** Input from which the network settings are read. */
export interface NetworkInput {
  /** With its references resolved; may be invalid. */
  readonly document: unknown;
  /** `proxy` before references are resolved. */
  readonly writtenProxy: unknown;
  /** `tls` before references are resolved. */
  readonly writtenTls?: unknown;
  /** True if the caller disables certificate verification. */
  readonly insecure?: boolean | undefined;
  readonly environment: Environment;
  /** Node's command-line flags. */
  readonly nodeFlags?: readonly string[];
  /** Base folder of relative paths. */
  readonly folder: string;
}

/** Trimmed text at a key; undefined if there is none. */
export const trimmedTextAt = (document: unknown, key: string): string | undefined => {
  const value = valueAt(document, [key]);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** A proxy and its source. */
export interface Proxy {
  /** With its credentials: a secret. */
  readonly url: string;
  /** Without credentials. */
  readonly shown: string;
  /** `target.proxy`, or the variable. */
  readonly namedBy: string;
}

/** Proxies of `target.proxy` and the environment. */
export interface Proxies {
  readonly http?: Proxy;
  readonly https?: Proxy;
  /** Entries of NO_PROXY. */
  readonly except: readonly string[];
}

/** Value of `proxy` that disables proxies, whatever the environment sets. */
export const PROXY_DISABLED = 'none';
/** Source of a proxy that the target names. */
export const NAMED_BY_TARGET = 'target.proxy';

/** Parses a proxy; like curl, accepts one without a scheme. Undefined if it is not the address of a proxy. */
const parseProxy = (written: string, namedBy: string): Proxy | undefined => {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, href, pathname, search, hash } = new URL(address);
  const isBare = ['/', ''].includes(pathname) && search + hash === '';
  if (!['http:', 'https:'].includes(protocol) || host === '' || !isBare) return undefined;
  return { url: href.replace(/\/$/, ''), shown: `${protocol}//${host}`, namedBy };
};

/** First of these variables that is set; lower case takes precedence, as in curl. */
const firstSet = (
  names: readonly string[],
  environment: Environment,
): { readonly name: string; readonly value: string } | undefined =>
  names
    .flatMap((name) => [name.toLowerCase(), name])
    .flatMap((name) => {
      const value = environment[name]?.trim() ?? '';
      return value === '' ? [] : [{ name, value }];
    })[0];

const exceptionsIn = (environment: Environment): readonly string[] =>
  (firstSet(['NO_PROXY'], environment)?.value ?? '').split(/[\s,]+/).filter(Boolean);

/**
 * Proxy for requests to an address; undefined for a direct connection. The target's proxy applies to every address; that of the
 * environment never to loopback addresses, nor to those that NO_PROXY excludes.
 */
export const proxyFor = (address: string, proxies: Proxies): Proxy | undefined => {
  const url = new URL(address);
  const proxy = url.protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === undefined || proxy.namedBy === NAMED_BY_TARGET) return proxy;
  return isLoopback(url) || isInNoProxy(url, proxies.except) ? undefined : proxy;
};

/** Shorter values occur in other texts, so they could not be kept out of the record. */
const SHORTEST = 4;

const credentialsOf = ({ url }: Proxy) => {
  const { username, password } = new URL(url);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** Secrets of the proxy in use; `written` is the value in the target, with its references. */
export const proxySecrets = (proxy: Proxy, written: unknown): Secret[] => {
  const { user, password } = credentialsOf(proxy);
  if (user + password === '') return [];
  const isWritten = proxy.namedBy === NAMED_BY_TARGET && typeof written === 'string';
  const name = isWritten ? 'PROXY' : proxy.namedBy;
  const shell = isWritten ? written : `$${name}`;
  const inside = `‹the password in ${proxy.namedBy}›`;
  return [
    { name, value: proxy.url, shell },
    { name, value: password || user, shell: inside },
    { name, value: basicPair(user, password), shell: inside },
  ];
};

const WANTED =
  'a proxy, such as http://proxy.example:3128 (http or https, a user name and password in it percent-encoded), or none';

/** Problem that makes a proxy unusable, without credentials. */
const proxyProblem = (
  written: string,
  proxy: Proxy | undefined,
): Pick<Issue, 'got' | 'hint'> | undefined => {
  if (proxy === undefined) return { got: withoutCredential(written) };
  try {
    const { user, password } = credentialsOf(proxy);
    const secret = password || user;
    if (secret === '' || secret.length >= SHORTEST) return undefined;
    const hint = `use a password of at least ${SHORTEST} characters: a shorter one cannot be redacted reliably`;
    return { got: `${proxy.shown} with a shorter password`, hint };
  } catch {
    const hint = 'a % in a user name or password is written %25';
    return { got: `${proxy.shown} with a % that encodes nothing`, hint };
  }
};

const LITERAL = {
  wanted: 'the password of the proxy as a reference to an environment variable',
  got: 'a literal password (not shown)',
  hint: 'files are shared and kept, so they must not contain secrets: write proxy: http://user:${PROXY_PASSWORD}@host:port and set PROXY_PASSWORD in the environment or in .env',
} as const;

/** Every address that requests go to, as far as the document has them. */
export const addressesIn = (document: unknown): readonly URL[] => {
  const identities = Object.values(valueAt(document, ['identities']) ?? {}) as readonly unknown[];
  return [
    valueAt(document, ['base_url']),
    valueAt(document, ['gap_base_url']),
    ...identities.map((identity) => valueAt(identity, ['auth', 'tokenUrl'])),
  ].flatMap((each) => (typeof each === 'string' && URL.canParse(each) ? [new URL(each)] : []));
};

interface ProxiesReading {
  readonly proxies: Proxies;
  readonly issues: readonly NetworkIssue[];
}

const ofTarget = (written: string, order: NetworkInput): ProxiesReading => {
  const except = exceptionsIn(order.environment);
  if (written === PROXY_DISABLED) return { proxies: { except }, issues: [] };
  const refused = (issue: Omit<Issue, 'path'>): ProxiesReading => ({
    proxies: { except },
    issues: [{ path: ['proxy'], ...issue }],
  });
  const proxy = parseProxy(written, NAMED_BY_TARGET);
  const trouble = proxyProblem(written, proxy);
  if (trouble || proxy === undefined) return refused({ wanted: WANTED, got: '', ...trouble });
  const { writtenProxy } = order;
  const isLiteral = typeof writtenProxy === 'string' && !holdsReference(writtenProxy);
  if (isLiteral && new URL(proxy.url).password !== '') return refused(LITERAL);
  return { proxies: { http: proxy, https: proxy, except }, issues: [] };
};

/** Proxies of the environment. Problems of a variable count only if it would be used. */
const ofEnvironment = ({ document, environment }: NetworkInput): ProxiesReading => {
  const issues: NetworkIssue[] = [];
  const except = exceptionsIn(environment);
  const read = (scheme: 'http' | 'https'): Proxy | undefined => {
    const set = firstSet([`${scheme.toUpperCase()}_PROXY`, 'ALL_PROXY'], environment);
    if (set === undefined) return undefined;
    const proxy = parseProxy(set.value, set.name);
    const trouble = proxyProblem(set.value, proxy);
    if (!trouble) return proxy;
    const isNeeded = addressesIn(document).some(
      (url) => url.protocol === `${scheme}:` && !isLoopback(url) && !isInNoProxy(url, except),
    );
    if (isNeeded && issues.every(({ source }) => source !== set.name))
      issues.push({ path: [], source: set.name, wanted: WANTED, ...trouble });
    return undefined;
  };
  const http = read('http');
  const https = read('https');
  return { proxies: { ...(http && { http }), ...(https && { https }), except }, issues };
};

/** Proxies of the target, or otherwise of the environment. */
export const readProxies = (order: NetworkInput): ProxiesReading => {
  const written = trimmedTextAt(order.document, 'proxy');
  return written ? ofTarget(written, order) : ofEnvironment(order);
};
