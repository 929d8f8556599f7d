import { headersWith, type Exchange } from '../../spec/exchange.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import { COUNTRY, VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import { type Credential, presentCredential } from '../secrets/credential.ts';
import type { ResolvedTarget } from '../target.ts';
import type { IdentityName } from '../target/target-auth.ts';
import type { RequirementId } from '../../spec/catalogue.ts';

/** A call to send. Omitted members are as a correct client would send them. */
export interface Call {
  readonly operation: OperationId;
  /** Values of draftId, carId …; the client percent-encodes them. */
  readonly params?: Readonly<Record<string, string>>;
  /** Default: BE. */
  readonly country?: string;
  /** A JSON value. Operations whose body is the empty object (DELETE) need none. */
  readonly body?: unknown;
  /** Sent unchanged instead of `body`; empty text for no body at all. */
  readonly rawBody?: string | Uint8Array;
  /** Default: application/json. */
  readonly contentType?: string;
  /** Override the default headers; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Spelling of header names: all upper case, or by the lower-case name. Default: as a client sends them. */
  readonly headerNames?: 'upper' | Readonly<Record<string, string>>;
  /** Default: owner. */
  readonly identity?: IdentityName;
  /** Default: valid. */
  readonly credential?: Credential;
  /** Instead of the operation's own. */
  readonly method?: string;
  /** `fresh`: a connection of its own, closed after the answer. Default: one that stays open for other calls. */
  readonly connection?: 'fresh';
  readonly test: string;
  readonly intent: Exchange['intent'];
  /** Of a faulty call: the requirement that it violates. */
  readonly breaks?: RequirementId;
}

/** Cached addresses: a run has two, a test process has many. */
const KEPT = 100;

/** A request ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly origin: string;
  /** With the path of the address, and the query; percent-encoded, never normalised. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Spelling of header names on the wire, by the lower-case name. Default: `wireHeaderName`. */
  readonly headerNames?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** True if it uses connections that no other client profile uses. */
  readonly apart?: true;
  /** `fresh`: it has a connection of its own, closed after the answer. */
  readonly connection?: 'fresh';
}

/** Maximum bytes of a path; recipients should support at least this many (RFC 9110, 4.1). */
const LONGEST_PATH = 8000;

/** A request that cannot be sent, because of a value from the service or a limit of the target; `path` is its operation's. */
export class UnsendableRequest extends Error {
  override readonly name = 'Unsendable';
}

const encoded = (id: string, name: string, value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new UnsendableRequest(
      `${id}: the ${name} that the service issued cannot be part of a path (D4): it contains half of a surrogate pair`,
    );
  }
};

const pathOf = ({ path, id }: KnownOperation, call: Call): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = name === 'country' ? (call.country ?? COUNTRY) : call.params?.[name];
    if (value === undefined)
      throw new Error(`${id} needs the parameter ${name}; pass it in params`);
    return encoded(id, name, value);
  });

/** D7: DELETE sends `{}` unless the target declares that an intermediary drops it. */
const jsonBody = (known: KnownOperation, call: Call, target: ResolvedTarget): unknown => {
  const isEmptyDelete =
    known.method === 'DELETE' &&
    (call.body === undefined
      ? known.request.shown && known.request.name === 'empty-object'
      : JSON.stringify(call.body) === '{}');
  if (!isEmptyDelete) return call.body;
  return target.decisions.deleteCarriesBody ? {} : undefined;
};

const ENCODER = new TextEncoder();

const bytesOf = (
  known: KnownOperation,
  call: Call,
  target: ResolvedTarget,
): Uint8Array | undefined => {
  const raw = call.rawBody;
  const json = raw === undefined ? jsonBody(known, call, target) : undefined;
  const text = raw ?? (json === undefined ? '' : JSON.stringify(json));
  const bytes = typeof text === 'string' ? ENCODER.encode(text) : text;
  if (bytes.length > target.limits.bodySize)
    throw new UnsendableRequest(
      `${known.id}: the body has ${bytes.length} bytes, but limits.bodySize of the target allows ${target.limits.bodySize}; raise it or send less`,
    );
  return bytes.length === 0 ? undefined : bytes;
};

const overridden = (
  defaults: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>> = {},
): Record<string, string> => {
  const headers = { ...defaults };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(headers, name.toLowerCase());
    else headers[name.toLowerCase()] = value;
  }
  return headers;
};

const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  if (parameters.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`;
};

const presented = (
  target: ResolvedTarget,
  name: IdentityName,
  credential: Credential,
  accessToken: string | undefined,
) => {
  const identity = target.identities[name];
  if (!identity) throw new Error(`the target declares no identity ${name}`);
  return presentCredential(identity.auth, credential, accessToken);
};

/** Name of a header on the wire: the version header as printed (W1), the others in lower case. */
export const wireHeaderName = (name: string): string =>
  name === VERSION_HEADER.toLowerCase() ? VERSION_HEADER : name;

const DEFAULT_HEADERS = {
  accept: 'application/json',
  [VERSION_HEADER.toLowerCase()]: VERSION,
};

/** Headers of every request, including those of the target. */
const ownOf = memoizedByObject((target: Pick<ResolvedTarget, 'headers' | 'userAgent'>) => ({
  ...DEFAULT_HEADERS,
  'user-agent': userAgentOf(target),
  ...Object.fromEntries(
    Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value]),
  ),
}));

/** Prefix of every request to an address: its origin, and its path without a trailing slash. */
const addressOf = memoized((address: string) => {
  const { origin, pathname } = new URL(address);
  return { origin, path: pathname.replace(/\/$/, '') };
}, KEPT);

const shortEnough = (path: string, id: string): string => {
  if (path.length <= LONGEST_PATH) return path;
  throw new UnsendableRequest(
    `${id}: the ids that the service issued result in a path of ${path.length} bytes; Assay sends at most ${LONGEST_PATH}`,
  );
};

/** Record of a call that cannot be sent: its method, and the path of its operation with parameter names. */
export const unsentRequestOf = (call: Call, target: ResolvedTarget): OutgoingRequest => {
  const { address, method, path } = operation(call.operation);
  const base = addressOf(address === 'gap' ? target.gap_base_url : target.base_url);
  return {
    method: call.method ?? method,
    origin: base.origin,
    path: base.path + path,
    headers: {},
  };
};

/** Builds the request of a call. Throws UnsendableRequest, and Error for an unknown parameter or identity. */
export const buildRequest = (
  call: Call,
  target: ResolvedTarget,
  accessToken?: string,
): OutgoingRequest => {
  const known = operation(call.operation);
  const base = addressOf(known.address === 'gap' ? target.gap_base_url : target.base_url);
  const { headers, query } = presented(
    target,
    call.identity ?? 'owner',
    call.credential ?? 'valid',
    accessToken,
  );
  const body = bytesOf(known, call, target);
  const type: Readonly<Record<string, string>> = body
    ? { 'content-type': call.contentType ?? 'application/json' }
    : {};
  const sent = overridden(headersWith(ownOf(target), { ...type, ...headers }), call.headers);
  const headerNames =
    call.headerNames === 'upper'
      ? Object.fromEntries(Object.keys(sent).map((name) => [name, name.toUpperCase()]))
      : call.headerNames;
  return {
    method: call.method ?? known.method,
    origin: base.origin,
    path: shortEnough(withQuery(base.path + pathOf(known, call), query), known.id),
    headers: sent,
    ...(headerNames ? { headerNames } : {}),
    ...(call.connection ? { connection: call.connection } : {}),
    ...(body ? { body } : {}),
  };
};

/** URL of a link from the service, or 'foreign' if it leads away from the configured addresses (K1). */
export const resolveLink = (
  link: string,
  from: string,
  target: ResolvedTarget,
): URL | 'foreign' => {
  if (!URL.canParse(link, from)) return 'foreign';
  const url = new URL(link, from);
  const origins = [target.base_url, target.gap_base_url].map((address) => new URL(address).origin);
  return origins.includes(url.origin) ? url : 'foreign';
};

/** Builds the GET of a link from the service. */
export const buildLinkRequest = (
  url: URL,
  identity: IdentityName,
  target: ResolvedTarget,
  credential: Credential,
  accessToken?: string,
): OutgoingRequest => {
  const { headers, query } = presented(target, identity, credential, accessToken);
  return {
    method: 'GET',
    origin: url.origin,
    path: withQuery(url.pathname + url.search, query),
    headers: headersWith(ownOf(target), headers),
  };
};

/** User-Agent of Node's own client, which does not identify the caller. */
export const NEUTRAL_AGENT = 'node';

/** Placeholder of the run's name in `userAgent` of a target. */
const RUN = '{run}';

/**
 * User-Agent of every request to a target: the target's text, with the run's name for `{run}`. Default: `assay (run
 * 20261122-201617-gate-11)` for a named run, so that operators can identify its requests; otherwise neutral.
 */
export const userAgentOf = (
  { userAgent }: { readonly userAgent?: string | undefined },
  run?: { readonly id: string; readonly isNamed: boolean },
): string => {
  if (userAgent === 'neutral') return NEUTRAL_AGENT;
  if (userAgent !== undefined) return userAgent.replaceAll(RUN, run?.id ?? 'none');
  return run?.isNamed === true ? `assay (run ${run.id})` : NEUTRAL_AGENT;
};
