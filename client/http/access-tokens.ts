import { setTimeout as sleep } from 'node:timers/promises';
import { basicPair, TOKEN_NAMES } from '../secrets/credential.ts';
import { invalidSecrets, type Secret } from '../secrets/invalid-credentials.ts';
import { type OutgoingRequest, userAgentOf } from './build-request.ts';
import type { ResolvedTarget } from '../target.ts';
import type { IdentityName, Auth } from '../target/target-auth.ts';
import { createTransport, type Outcome, type Transport } from './transport.ts';
import { readJsonText } from '../../spec/json-text.ts';
import { retryDelay } from './retry-policy.ts';
import { TOKEN_REFUSED } from '../../spec/exchange.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** OAuth2 client credentials of an identity. */
export type OAuth2 = Extract<Auth, { readonly scheme: 'oauth2' }>;

/** No access token could be obtained. The message has the request and the response, without secrets. */
export class AccessTokenError extends Error {
  override readonly name = 'NoToken';
  /**
   * `TOKEN_REFUSED` if the endpoint refuses the client, `TOKEN_UNAVAILABLE` if it has a problem of its own, `NO_TOKEN` for anything else
   * that has to change.
   */
  readonly code: 'NO_TOKEN' | typeof TOKEN_REFUSED | 'TOKEN_UNAVAILABLE';

  constructor(message: string, code: AccessTokenError['code'] = 'NO_TOKEN') {
    super(message);
    this.code = code;
  }
}

/** Tests if a request was not sent for want of an access token. */
export const isTokenError = (code: string | undefined): boolean =>
  code === 'NO_TOKEN' || code === TOKEN_REFUSED || code === 'TOKEN_UNAVAILABLE';

interface Token {
  readonly value: string;
  /** Time at which it is renewed (`performance.now()`); Infinity if the server gives no expiry. */
  readonly until: number;
  /** Time at which it expires. */
  readonly end: number;
}

/** Share of its lifetime for which a token is used, so that it does not expire in transit. */
const USED = 0.9;

/** Maximum length of an access token; servers accept about 16,000 characters of headers. */
const LONGEST = 16_000;
const VISIBLE = /^[ -~]+$/;

/** A text as a form encodes it (RFC 6749, 2.3.1). */
export const formEncoded = (text: string): string =>
  String(new URLSearchParams({ '': text })).slice(1);

const requestOf = (auth: OAuth2, userAgent: string): OutgoingRequest => {
  const { clientId, clientSecret, clientSecretIn, scope, parameters, tokenUrl } = auth;
  const isInHeader = clientSecretIn === 'header';
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
    ...(isInHeader ? {} : { client_id: clientId, client_secret: clientSecret }),
    ...parameters,
  });
  const pair = basicPair(formEncoded(clientId), formEncoded(clientSecret));
  const { origin, pathname, search } = new URL(tokenUrl);
  return {
    method: 'POST',
    origin,
    path: pathname + search,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent,
      ...(isInHeader ? { authorization: `Basic ${pair}` } : {}),
    },
    body: new TextEncoder().encode(String(form)),
  };
};

type TokenAnswer = NonNullable<Outcome['response']>;

/** Some servers create a token with 201, although RFC 6749 (5.1) knows only 200. */
const ISSUED = [200, 201];

const tokenIn = ({ status, body }: TokenAnswer, { tokenUrl }: OAuth2, start: number): Token => {
  const read = readJsonText(body.text);
  const answer: { readonly access_token?: unknown; readonly expires_in?: unknown } =
    (read.ok ? read.value : undefined) ?? {};
  const { access_token: value, expires_in: life } = answer;
  if (typeof value !== 'string' || value.length < 4)
    throw new AccessTokenError(
      `${tokenUrl} answered ${status}, but without an access_token in a JSON object${read.ok ? '' : `: the body is no JSON (${read.problem})`}`,
    );
  if (value.length > LONGEST || !VISIBLE.test(value))
    throw new AccessTokenError(
      `${tokenUrl} answered ${status} with an access_token that no header can carry: expected at most ${LONGEST} visible ASCII characters (RFC 6749, A.12), got ${value.length} characters`,
    );
  // Some servers send the number as a string.
  const seconds = typeof life === 'number' || typeof life === 'string' ? Number(life) : Infinity;
  const lives = (seconds > 0 ? seconds : Infinity) * 1000;
  return { value, until: start + lives * USED, end: start + lives };
};

const errorIn = (text: string): string => /"error"\s*:\s*"([\w ]{1,60})"/.exec(text)?.[1] ?? '';

/** A failure, and the milliseconds after which a retry may succeed; absent if none may. */
interface Failure {
  readonly trouble: string;
  readonly code: AccessTokenError['code'];
  readonly pause?: number | undefined;
}

/** Addresses and certificates do not mend themselves. */
const IS_CONFIGURED =
  /^(ENOTFOUND|ECONNREFUSED|PROXY_|ERR_SSL|ERR_TLS|EPROTO)|CERT|SELF_SIGNED|^UNABLE_TO_|ALERT|^ANSWER_(TOO|OF)/;

/** Errors of what the client sent (RFC 6749, 5.2), whatever the status: no repetition mends them. */
const IS_REFUSAL = /^(invalid_\w+|unauthorized_client|unsupported_grant_type|access_denied)$/;
/** Errors of the endpoint itself (RFC 6749, 4.1.2.1), which some servers send with 400. */
const IS_OWN_PROBLEM = /^(server_error|temporarily_unavailable|slow_down)$/;

/** Requests a token once. */
const ask = async (
  auth: OAuth2,
  transport: Transport,
  userAgent: string,
  attempt: number,
): Promise<Token | Failure> => {
  const start = performance.now();
  const request = requestOf(auth, userAgent);
  const outcome = await transport.send(request);
  const { response, error } = outcome;
  // It is waited for as the service itself is (S8).
  const pause = retryDelay({ ...outcome, attempt, request }, undefined, Date.now());
  if (!response) {
    const code = IS_CONFIGURED.test(error?.code ?? '') ? 'NO_TOKEN' : 'TOKEN_UNAVAILABLE';
    return { trouble: error?.message ?? 'no answer', code, pause };
  }
  const { status, body } = response;
  if (ISSUED.includes(status)) return tokenIn(response, auth, start);
  const reason = errorIn(body.text);
  const trouble = `status ${status} ${reason}`.trim();
  if (IS_REFUSAL.test(reason)) return { trouble, code: TOKEN_REFUSED };
  const isOwn = status >= 500 || isDisturbance(status) || IS_OWN_PROBLEM.test(reason);
  // Anything else, such as a redirection, may come from a gateway before it.
  const code = status === 400 || status === 401 ? TOKEN_REFUSED : 'NO_TOKEN';
  return { trouble, code: isOwn ? 'TOKEN_UNAVAILABLE' : code, pause };
};

const fetchToken = async (
  auth: OAuth2,
  target: Pick<ResolvedTarget, 'limits' | 'network' | 'userAgent'>,
): Promise<Token> => {
  const { limits, network } = target;
  // A separate transport: it is used a few times an hour, and no open connection may keep the process alive.
  const transport = createTransport({ limits: { ...limits, concurrency: 1 }, network });
  try {
    for (let attempt = 1, spent = 0; ; attempt += 1) {
      const answer = await ask(auth, transport, userAgentOf(target), attempt);
      if ('value' in answer) return answer;
      const { pause, trouble, code } = answer;
      if (pause === undefined || spent + pause > limits.retryBudget)
        throw new AccessTokenError(`${auth.tokenUrl} issued no access token: ${trouble}`, code);
      spent += pause;
      await sleep(pause);
    }
  } finally {
    await transport.close();
  }
};

/** Access tokens of a target. `onSecret` is called with each token, and with the invalid ones made from it, before it is used. */
export const createAccessTokens = (
  target: Pick<ResolvedTarget, 'identities' | 'limits' | 'network' | 'userAgent'>,
  onSecret: (secret: Secret) => void = () => undefined,
) => {
  const held = new Map<IdentityName, Promise<Token>>();

  const renew = (identity: IdentityName, auth: OAuth2): Promise<Token> => {
    const name = TOKEN_NAMES[identity];
    const fetched = fetchToken(auth, target).then((token) => {
      onSecret({ name, value: token.value });
      const known = { name, value: token.value, shell: `$${name}` };
      for (const form of invalidSecrets(known)) onSecret(form);
      return token;
    });
    held.set(identity, fetched);
    // After a failure the next caller requests a new one.
    fetched.catch(() => held.delete(identity));
    return fetched;
  };

  const tokenOf = async (
    identity: IdentityName,
    isGood: (token: Token) => boolean,
  ): Promise<string | undefined> => {
    const auth = target.identities[identity]?.auth;
    if (auth?.scheme !== 'oauth2') return undefined;
    const asked = held.get(identity);
    const known = await asked;
    if (known && isGood(known)) return known.value;
    // Of several callers waiting for the same token, only the first requests another: nothing may be awaited before it has.
    const current = held.get(identity);
    const token = await (current && current !== asked ? current : renew(identity, auth));
    return token.value;
  };

  return {
    /** Token of an identity; undefined if its scheme is not OAuth2. Throws AccessTokenError. */
    of: (identity: IdentityName) => tokenOf(identity, ({ until }) => performance.now() < until),
    /**
     * Remaining lifetime, in seconds, of the token that `of` returned; Infinity if the server gives none. Throws
     * AccessTokenError.
     */
    secondsLeft: async (identity: IdentityName) =>
      ((await held.get(identity))?.end ?? Infinity) / 1000 - performance.now() / 1000,
    /** Token to replace a rejected one; one that was fetched in the meantime is reused. Throws AccessTokenError. */
    insteadOf: (refused: string, identity: IdentityName) =>
      tokenOf(identity, ({ value }) => value !== refused),
  };
};

/** Access tokens of the identities that use OAuth2, each fetched once and cached until it expires (RFC 6749, 4.4). */
export type AccessTokens = ReturnType<typeof createAccessTokens>;
