import { type Auth, type IdentityName, secretOf } from '../target/target-auth.ts';

/** Names of access tokens in output and records, since no variable of the target holds them. */
export const TOKEN_NAMES = {
  owner: 'ASSAY_ACCESS_TOKEN',
  other: 'ASSAY_OTHER_ACCESS_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_ACCESS_TOKEN',
} as const satisfies Record<IdentityName, string>;

/** Kinds of credentials that do not authenticate: altered in the middle, shortened, or lengthened. */
export const INVALID_CREDENTIALS = ['invalid', 'shortened', 'lengthened'] as const;
export type InvalidCredential = (typeof INVALID_CREDENTIALS)[number];

/** More than the final characters of an encoding that decode to the same bytes. */
const CUT = 4;
const ADDED = 'Zz19';
/** A shorter secret, once cut, may be a word of other texts that could not be kept out of the record. */
const SHORTEST_CUT = 20;

/** The secret made invalid; altered instead if it is too short to be cut. */
const invalidated = (secret: string, forgery: InvalidCredential): string => {
  if (forgery === 'lengthened') return `${secret}${ADDED}`;
  return forgery === 'shortened' && secret.length >= SHORTEST_CUT
    ? secret.slice(0, -CUT)
    : alteredSecret(secret);
};

/** Secrets that invalid credentials reveal, and how bash derives each from the variable that holds the original. */
export const invalidSecrets = ({ name, value, shell }: Secret): readonly Secret[] => {
  const inShell = (own: string, what: string): string =>
    shell === undefined ? own : `${what} ${shell}`;
  const cut = value.length < SHORTEST_CUT ? [] : [invalidated(value, 'shortened')];
  return [
    {
      name,
      value: alteredSecret(value),
      shell: inShell(alteredInShell({ name, value }), 'altered'),
    },
    ...cut.map((short) => ({
      name,
      value: short,
      shell: inShell(`\${${name}%${'?'.repeat(CUT)}}`, 'shortened'),
    })),
    {
      name,
      value: invalidated(value, 'lengthened'),
      shell: inShell(`\${${name}}${ADDED}`, 'lengthened'),
    },
  ];
};

/** A secret value and the environment variable that holds it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** Bash expression of the value, with variables for secrets. Default: `$NAME`. */
  readonly shell?: string;
}

const CLASSES = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'];
/** Maps each letter or digit to the next, as arguments of tr. */
const ROTATION = 'tr a-zA-Z0-9 b-zaB-ZA1-90';

const isPlain = (character: string): boolean =>
  CLASSES.some((letters) => letters.includes(character));

const another = (character: string): string => {
  const letters = CLASSES.find((candidates) => candidates.includes(character));
  if (letters === undefined) return character === '-' ? '_' : '-';
  return letters.charAt((letters.indexOf(character) + 1) % letters.length);
};

const CHANGED = 4;

/** Positions of the four letters or digits nearest to the middle; separators are kept, so that a token keeps its format. */
const middleOf = (secret: string): ReadonlySet<number> => {
  const middle = (secret.length - 1) / 2;
  const rank = (index: number) =>
    (isPlain(secret.charAt(index)) ? 0 : secret.length) + Math.abs(index - middle);
  const nearest = [...Array(secret.length).keys()].sort((a, b) => rank(a) - rank(b));
  return new Set(nearest.slice(0, CHANGED));
};

/** The secret with four characters altered in the middle, each within its class (S11, K3 explain why the middle). */
export const alteredSecret = (secret: string): string => {
  const places = middleOf(secret);
  return Array.from({ length: secret.length }, (_, index) =>
    places.has(index) ? another(secret.charAt(index)) : secret.charAt(index),
  ).join('');
};

/** The same in bash, derived from the variable, so that no part of the secret is written down. */
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
