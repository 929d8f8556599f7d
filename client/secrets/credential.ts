import { type Forgery, forged } from './forgeries.ts';
import type { Auth } from '../target/target-auth.ts';

/** How a credential is shown to the service: valid, left out, with nothing in it, forged, or as the target declares an invalid one. */
export type Credential = 'valid' | 'missing' | 'emptied' | 'declared' | Forgery;

/** What a credential adds to a request. */
export interface Presented {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The one secret text of a scheme, or undefined where it has none. */
export const secretOf = (auth: Auth): string | undefined => {
  if (auth.scheme === 'bearer') return auth.token;
  if (auth.scheme === 'basic') return auth.password;
  if (auth.scheme === 'oauth2') return auth.clientSecret;
  return auth.scheme === 'apiKey' ? auth.key : undefined;
};

/** Base64 of `user:password`, as the Basic scheme carries it (RFC 7617). */
export const basicPair = (username: string, password: string): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

const NOTHING: Presented = { headers: {}, query: {} };

/** What is presented: the secret itself, or the access token that it was exchanged for. */
const presentable = (auth: Auth, accessToken: string | undefined): string | undefined => {
  if (auth.scheme !== 'oauth2') return secretOf(auth);
  if (accessToken === undefined) throw new Error('an access token must be fetched first');
  return accessToken;
};

const shownOf = (
  auth: Exclude<Auth, { scheme: 'none' }>,
  valid: string,
  credential: Exclude<Credential, 'missing'>,
): string => {
  if (credential === 'valid') return valid;
  if (credential === 'emptied') return '';
  if (credential !== 'declared') return forged(valid, credential);
  if (auth.invalid === undefined) throw new Error('the target declares no invalid credential');
  return auth.invalid.value;
};

/**
 * The headers and query parameters that present a credential; with OAuth2 an access token is needed. Throws if there is
 * none to make invalid.
 */
export const present = (auth: Auth, credential: Credential, accessToken?: string): Presented => {
  if (credential === 'missing') return NOTHING;
  const valid = presentable(auth, accessToken);
  if (auth.scheme === 'none' || valid === undefined) {
    if (credential === 'valid') return NOTHING;
    throw new Error('an invalid credential cannot be made for an identity whose scheme is none');
  }
  const secret = shownOf(auth, valid, credential);
  if (auth.scheme === 'bearer' || auth.scheme === 'oauth2')
    return { ...NOTHING, headers: { authorization: `Bearer ${secret}` } };
  if (auth.scheme === 'basic')
    return {
      ...NOTHING,
      headers: { authorization: `Basic ${basicPair(auth.username, secret)}` },
    };
  if (auth.in === 'query') return { ...NOTHING, query: { [auth.name]: secret } };
  const headers: Presented['headers'] =
    auth.in === 'cookie'
      ? { cookie: `${auth.name}=${secret}` }
      : { [auth.name.toLowerCase()]: secret };
  return { ...NOTHING, headers };
};
