import type { Auth, Secret } from './target.ts';

/** How a credential is shown to the service: valid, left out, or one that cannot authenticate. */
export type Credential = 'valid' | 'missing' | 'invalid';

/** What a credential adds to a request. */
export interface Presented {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
/** The next letter or digit, in the words of tr. */
const ROTATION = 'tr a-zA-Z0-9 b-zaB-ZA1-90';

const isPlain = (character: string): boolean =>
  CLASSES.some((letters) => letters.includes(character));

const another = (character: string): string => {
  const letters = CLASSES.find((candidates) => candidates.includes(character));
  if (letters === undefined) return character === '-' ? '_' : '-';
  return letters.charAt((letters.indexOf(character) + 1) % letters.length);
};

const CHANGED = 4;

/** Where the four letters or digits nearest to the middle are; separators stay, so that a token keeps its form. */
const middleOf = (secret: string): ReadonlySet<number> => {
  const middle = (secret.length - 1) / 2;
  const rank = (index: number) =>
    (isPlain(secret.charAt(index)) ? 0 : secret.length) + Math.abs(index - middle);
  const nearest = [...Array(secret.length).keys()].sort((a, b) => rank(a) - rank(b));
  return new Set(nearest.slice(0, CHANGED));
};

/** The secret with four characters changed in its middle, each to another of its class (S11, K3 tell why the middle). */
export const altered = (secret: string): string => {
  const places = middleOf(secret);
  return Array.from({ length: secret.length }, (_, index) =>
    places.has(index) ? another(secret.charAt(index)) : secret.charAt(index),
  ).join('');
};

/** The same in bash, from the variable that holds the secret, so that nothing of it is written down. */
export const alteredInShell = ({ name, value }: Secret): string => {
  const places = middleOf(value);
  const kind = (index: number): 'kept' | 'rotated' | 'replaced' =>
    !places.has(index) ? 'kept' : isPlain(value.charAt(index)) ? 'rotated' : 'replaced';
  let shell = '';
  for (let from = 0, to = 0; from < value.length; from = to) {
    while (to < value.length && kind(to) === kind(from)) to += 1;
    const part = `\${${name}:${from}${to < value.length ? `:${to - from}` : ''}}`;
    if (kind(from) === 'kept') shell += part;
    else if (kind(from) === 'rotated') shell += `$(${ROTATION} <<<${part})`;
    else shell += Array.from(value.slice(from, to), another).join('');
  }
  return shell;
};

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
  const secret = credential === 'valid' ? valid : (auth.invalid?.value ?? altered(valid));
  if (auth.scheme === 'bearer' || auth.scheme === 'oauth2')
    return { ...NOTHING, headers: { authorization: `Bearer ${secret}` } };
  if (auth.scheme === 'basic')
    return {
      ...NOTHING,
      headers: { authorization: `Basic ${basicPair(auth.username, secret)}` },
    };
  return auth.in === 'header'
    ? { ...NOTHING, headers: { [auth.name.toLowerCase()]: secret } }
    : { ...NOTHING, query: { [auth.name]: secret } };
};
