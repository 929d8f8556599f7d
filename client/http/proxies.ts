import type { Environment } from '../target/env-file.ts';
import { type Secret, basicPair } from '../secrets/credential.ts';
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

/** Whether the address is one of this machine. */
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
    // More bits than an address has.
    return false;
  }
  return range.check(host, familyOf(host));
};

const isMatch = (url: URL, entry: string): boolean => {
  const host = bareHost(url.hostname);
  const [, network = '', bits = ''] = /^\[?([\d.a-f:]+)\]?\/(\d+)$/i.exec(entry) ?? [];
  if (bits !== '') return isInRange(host, network, bits);
  // The port of an IPv6 address is told from the address by brackets alone.
  const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  const wanted = bareHost(name);
  if (wanted === '*') return true;
  const domain = wanted.replace(/^\*?\./, '');
  const isApex = host === domain && !wanted.startsWith('*');
  return isApex || (isIP(host) === 0 && host.endsWith(`.${domain}`));
};

/**
 * Whether NO_PROXY excepts an address: `*`, a host (and what is below it), `*.host` (only what is below), an IP address, a
 * range such as 10.0.0.0/8, each but the range also with a port. Case and a dot at the end are nothing.
 */
export const isInNoProxy = (url: URL, entries: readonly string[]): boolean =>
  entries.some((entry) => isMatch(url, entry));

/** An issue, and the variable that it comes from where that is not the target. */
export type NetworkIssue = Issue & { readonly source?: string };

/** What the reading depends on. */
export interface NetworkInput {
  /** With its references resolved; it need not be valid. */
  readonly document: unknown;
  /** `proxy` as it was written, with its references. */
  readonly writtenProxy: unknown;
  /** `tls` as it was written. */
  readonly writtenTls?: unknown;
  /** Whether the caller wants no certificate verified. */
  readonly insecure?: boolean | undefined;
  readonly environment: Environment;
  /** The flags that Node was started with. */
  readonly nodeFlags?: readonly string[];
  /** Paths are relative to it. */
  readonly folder: string;
}

/** The text at a key, without blanks around it; undefined where there is none. */
export const trimmedTextAt = (document: unknown, key: string): string | undefined => {
  const value = valueAt(document, [key]);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

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
export const PROXY_DISABLED = 'none';
/** Who named a proxy that the target itself names. */
export const NAMED_BY_TARGET = 'target.proxy';

/** A proxy as it is written; curl and others take one without a scheme, too. Undefined: no address of a proxy. */
const parseProxy = (written: string, namedBy: string): Proxy | undefined => {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, href, pathname, search, hash } = new URL(address);
  const isBare = ['/', ''].includes(pathname) && search + hash === '';
  if (!['http:', 'https:'].includes(protocol) || host === '' || !isBare) return undefined;
  return { url: href.replace(/\/$/, ''), shown: `${protocol}//${host}`, namedBy };
};

/** The first of these variables that is set, in small letters first, as curl has it. */
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
 * The proxy that requests to an address go through; undefined where they go by themselves. What the target names is for
 * every address. What the environment names is never for this machine, nor for what NO_PROXY excepts.
 */
export const proxyFor = (address: string, proxies: Proxies): Proxy | undefined => {
  const url = new URL(address);
  const proxy = url.protocol === 'https:' ? proxies.https : proxies.http;
  if (proxy === undefined || proxy.namedBy === NAMED_BY_TARGET) return proxy;
  return isLoopback(url) || isInNoProxy(url, proxies.except) ? undefined : proxy;
};

/** Shorter ones are part of other texts, so they could not be kept out of the record. */
const SHORTEST = 4;

const credentialsOf = ({ url }: Proxy) => {
  const { username, password } = new URL(url);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** The secrets of a proxy that is used, by what the target wrote of it. */
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

/** Why a proxy cannot be used; no credential is in it. */
const proxyTrouble = (
  written: string,
  proxy: Proxy | undefined,
): Pick<Issue, 'got' | 'hint'> | undefined => {
  if (proxy === undefined) return { got: withoutCredential(written) };
  try {
    const { user, password } = credentialsOf(proxy);
    const secret = password || user;
    if (secret === '' || secret.length >= SHORTEST) return undefined;
    const hint = `a password needs at least ${SHORTEST} characters: a shorter one could not be kept out of records and reports`;
    return { got: `${proxy.shown} with a shorter password`, hint };
  } catch {
    const hint = 'a % in a user name or password is written %25';
    return { got: `${proxy.shown} with a % that encodes nothing`, hint };
  }
};

const LITERAL = {
  wanted: 'the password of the proxy as a reference to an environment variable',
  got: 'a literal password (not shown)',
  hint: 'a file is shared and kept, so no secret may stand in it: write proxy: http://user:${PROXY_PASSWORD}@host:port and set PROXY_PASSWORD in the environment or in .env',
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
  const trouble = proxyTrouble(written, proxy);
  if (trouble || proxy === undefined) return refused({ wanted: WANTED, got: '', ...trouble });
  const { writtenProxy } = order;
  const isLiteral = typeof writtenProxy === 'string' && !holdsReference(writtenProxy);
  if (isLiteral && new URL(proxy.url).password !== '') return refused(LITERAL);
  return { proxies: { http: proxy, https: proxy, except }, issues: [] };
};

/** What is wrong with a variable matters only where it would be used. */
const ofEnvironment = ({ document, environment }: NetworkInput): ProxiesReading => {
  const issues: NetworkIssue[] = [];
  const except = exceptionsIn(environment);
  const read = (scheme: 'http' | 'https'): Proxy | undefined => {
    const set = firstSet([`${scheme.toUpperCase()}_PROXY`, 'ALL_PROXY'], environment);
    if (set === undefined) return undefined;
    const proxy = parseProxy(set.value, set.name);
    const trouble = proxyTrouble(set.value, proxy);
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

/** The proxies that the target names, or else the environment. */
export const readProxies = (order: NetworkInput): ProxiesReading => {
  const written = trimmedTextAt(order.document, 'proxy');
  return written ? ofTarget(written, order) : ofEnvironment(order);
};
