import { randomBytes } from 'node:crypto';
import type { AuthChoice } from './choices/access.ts';
import type { JsonObject } from './json.ts';

/** The parties that the service knows. */
export const CLIENT_NAMES = ['owner', 'other', 'withoutRights'] as const;
/** One of the parties that the service knows. */
export type ClientName = (typeof CLIENT_NAMES)[number];

/** A party that authenticated. */
export interface Client {
  readonly name: ClientName;
  /** False: every operation answers 403. */
  readonly hasRights: boolean;
}

/** Names of the environment variables that a target document uses for the secrets. */
export const SECRET_NAMES = {
  owner: 'ASSAY_TOKEN',
  other: 'ASSAY_OTHER_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_TOKEN',
} as const satisfies Record<ClientName, string>;

/** A secret per party; those that are not given are random. `given` is keyed by environment name. */
export const secretsFrom = (
  given: Readonly<Record<string, string>> = {},
): Readonly<Record<ClientName, string>> => {
  const secret = (name: ClientName): string =>
    given[SECRET_NAMES[name]] ?? randomBytes(24).toString('base64url');
  return { owner: secret('owner'), other: secret('other'), withoutRights: secret('withoutRights') };
};

/** The valid credentials, as `presentedCredential` reads them; with OAuth2 those that get a token. */
export const credentialsOf = (
  secrets: Readonly<Record<ClientName, string>>,
  auth: AuthChoice,
): ReadonlyMap<string, Client> =>
  new Map(
    CLIENT_NAMES.map((name) => [
      ['basic', 'oauth2'].includes(auth.scheme) ? `${name}:${secrets[name]}` : secrets[name],
      { name, hasRights: name !== 'withoutRights' },
    ]),
  );

/** The parts of a request that can carry a credential. */
interface Carrier {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly query: JsonObject;
}

const authorization = (request: Carrier, scheme: string): string | undefined => {
  const header = request.headers['authorization'];
  const [word, credential] = typeof header === 'string' ? header.split(/ +/, 2) : [];
  return word?.toLowerCase() === scheme ? credential : undefined;
};

/** The credential that a request carries in the chosen place, or undefined. */
export const presentedCredential = (request: Carrier, auth: AuthChoice): string | undefined => {
  if (auth.scheme === 'bearer' || auth.scheme === 'oauth2') return authorization(request, 'bearer');
  if (auth.scheme === 'basic') {
    const encoded = authorization(request, 'basic');
    return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
  }
  const value =
    auth.in === 'query' ? request.query[auth.name] : request.headers[auth.name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
};
