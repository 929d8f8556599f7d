import { type InvalidCredential, invalidated } from './invalid-credentials.ts';
import { type Auth, type IdentityName, secretOf } from '../target/target-auth.ts';

/** Names of access tokens in output and records, since no variable of the target holds them. */
export const TOKEN_NAMES = {
  owner: 'ASSAY_ACCESS_TOKEN',
  other: 'ASSAY_OTHER_ACCESS_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_ACCESS_TOKEN',
} as const satisfies Record<IdentityName, string>;

/** Credential of a request: valid, missing, empty, invalid in one of several ways, or invalid as declared by the target. */
export type Credential = 'valid' | 'missing' | 'emptied' | 'declared' | InvalidCredential;

/** Headers and query parameters of a credential. */
export interface PresentedCredential {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Base64 of `user:password` for the Basic scheme (RFC 7617). */
export const basicPair = (username: string, password: string): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

const NOTHING: PresentedCredential = { headers: {}, query: {} };

/** The secret itself, or the access token obtained with it. */
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
  if (credential !== 'declared') return invalidated(valid, credential);
  if (auth.invalid === undefined) throw new Error('the target declares no invalid credential');
  return auth.invalid.value;
};

/** Headers and query parameters that carry a credential. Throws if there is none to invalidate. */
export const presentCredential = (
  auth: Auth,
  credential: Credential,
  accessToken?: string,
): PresentedCredential => {
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
  const headers: PresentedCredential['headers'] =
    auth.in === 'cookie'
      ? { cookie: `${auth.name}=${secret}` }
      : { [auth.name.toLowerCase()]: secret };
  return { ...NOTHING, headers };
};
