import { VERSION_HEADER } from '../../spec/limits.ts';
import type { OutgoingRequest } from './build-request.ts';

/** The form in which another HTTP client sends the same request: user agent, order of headers, and headers that it adds. */
export interface ClientProfile {
  readonly userAgent: string;
  /** Names in lower case, in the order in which they are sent; the others follow. */
  readonly order: readonly string[];
  readonly adds?: Readonly<Record<string, string>>;
}

const VERSION = VERSION_HEADER.toLowerCase();

/** Common clients as they appear on the wire. Each asks for JSON, as the client of the specification does. */
export const CLIENT_PROFILES: readonly ClientProfile[] = [
  {
    userAgent: 'curl/8.9.1',
    order: ['authorization', 'user-agent', 'accept', VERSION, 'content-type'],
  },
  {
    userAgent: 'Java-http-client/21.0.5',
    order: ['user-agent', VERSION, 'accept', 'authorization', 'content-type'],
  },
  {
    userAgent: 'python-urllib3/2.2.3',
    order: ['accept-encoding', 'content-type', 'accept', VERSION, 'authorization', 'user-agent'],
    adds: { 'accept-encoding': 'identity' },
  },
  {
    userAgent: 'Go-http-client/1.1',
    order: ['user-agent', 'accept', 'authorization', 'content-type', VERSION, 'accept-encoding'],
    adds: { 'accept-encoding': 'gzip' },
  },
];

/** Profile of the alternative client for a run with this seed. */
export const clientProfileOf = (seed: number): ClientProfile => {
  const [first, ...others] = CLIENT_PROFILES;
  if (!first) throw new Error('there is no profile of another client');
  return CLIENT_PROFILES[seed % (others.length + 1)] ?? first;
};

/** Name of a header in its usual capitals, such as `Content-Type`. */
export const capitalisedHeaderName = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/**
 * The request as another client would send it, on separate connections. Header names are case-insensitive (RFC 9110, 5.1), but
 * the version header keeps its printed form (W1). `ownAgent`: the target defines the User-Agent of every request.
 */
export const applyClientProfile = (
  request: OutgoingRequest,
  { userAgent, order, adds = {} }: ClientProfile,
  ownAgent: boolean,
): OutgoingRequest => {
  const named = ownAgent ? {} : { 'user-agent': userAgent };
  const all = { ...adds, ...request.headers, ...named };
  const rank = (name: string): number =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const names = Object.keys(all).toSorted((a, b) => rank(a) - rank(b));
  const headers = Object.fromEntries(
    names.map((name) => [name, all[name as keyof typeof all]]),
  ) as Record<string, string>;
  const spelt = Object.fromEntries(
    names.filter((name) => name !== VERSION).map((name) => [name, capitalisedHeaderName(name)]),
  );
  return { ...request, headers, headerNames: { ...spelt, ...request.headerNames }, apart: true };
};
