import { withoutCredential } from '../target/address.ts';
import { basicPair } from '../secrets/credential.ts';
import { type NetworkIssue, type NetworkOrder, textAt } from '../target/network-order.ts';
import {
  BY_TARGET,
  exceptionsIn,
  firstSet,
  NO_PROXY_AT_ALL,
  parseProxy,
  type Proxies,
  type Proxy,
  PROXY_VARIABLES,
} from './proxy.ts';
import { isExcepted, isLoopback } from './no-proxy.ts';
import type { Secret } from '../target.ts';
import type { Issue } from '../target/target-issues.ts';
import { valueAt } from '../target/target-path.ts';
import { holdsReference } from '../target/target-references.ts';

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
  const isWritten = proxy.namedBy === BY_TARGET && typeof written === 'string';
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

const isLiteral = (proxy: Proxy, written: unknown): boolean =>
  new URL(proxy.url).password !== '' && typeof written === 'string' && !holdsReference(written);

/** Every address that requests go to, as far as the document has them. */
export const addressesIn = (document: unknown): readonly URL[] => {
  const identities = Object.values(valueAt(document, ['identities']) ?? {}) as readonly unknown[];
  return [
    valueAt(document, ['base_url']),
    valueAt(document, ['gap_base_url']),
    ...identities.map((identity) => valueAt(identity, ['auth', 'tokenUrl'])),
  ].flatMap((each) => (typeof each === 'string' && URL.canParse(each) ? [new URL(each)] : []));
};

/** The proxies of a target, and what is wrong with them. */
export interface ProxiesReading {
  readonly proxies: Proxies;
  readonly issues: readonly NetworkIssue[];
}

const ofTarget = (written: string, order: NetworkOrder): ProxiesReading => {
  const except = exceptionsIn(order.environment);
  const none = { proxies: { except }, issues: [] };
  if (written === NO_PROXY_AT_ALL) return none;
  const proxy = parseProxy(written, BY_TARGET);
  const path = ['proxy'];
  const trouble = proxyTrouble(written, proxy);
  if (trouble) return { ...none, issues: [{ path, wanted: WANTED, ...trouble }] };
  if (proxy === undefined) return none;
  if (isLiteral(proxy, order.writtenProxy)) return { ...none, issues: [{ path, ...LITERAL }] };
  return { proxies: { http: proxy, https: proxy, except }, issues: [] };
};

/** What is wrong with a variable matters only where it would be used. */
const ofEnvironment = ({ document, environment }: NetworkOrder): ProxiesReading => {
  const issues: NetworkIssue[] = [];
  const except = exceptionsIn(environment);
  const read = (scheme: 'http' | 'https'): Proxy | undefined => {
    const set = firstSet(PROXY_VARIABLES[scheme], environment);
    if (set === undefined) return undefined;
    const proxy = parseProxy(set.value, set.name);
    const trouble = proxyTrouble(set.value, proxy);
    if (!trouble) return proxy;
    const isNeeded = addressesIn(document).some(
      (url) => url.protocol === `${scheme}:` && !isLoopback(url) && !isExcepted(url, except),
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
export const readProxies = (order: NetworkOrder): ProxiesReading => {
  const written = textAt(order.document, 'proxy');
  return written ? ofTarget(written, order) : ofEnvironment(order);
};
