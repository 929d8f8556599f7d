import { basicPair } from './credential.ts';
import { invalidSecrets, type Secret } from './invalid-credentials.ts';
import { secretOf, type IdentityName, type Auth } from '../target/target-auth.ts';
import {
  isSecretPath,
  pathText,
  type TargetPath,
  valueAt,
  type Issue,
} from '../target/target-error.ts';
import { holdsReference, type Resolution } from '../target/target-references.ts';

/** Shorter secrets would match in any text, so they could not be kept out of the record. */
const SHORTEST = 4;

const SECRET_FIELDS = ['token', 'password', 'key', 'clientSecret'];
const SECRET_NAME = /token|secret|password|passwd|credential|api_?key/i;

/** Suggested variables for secrets that a document holds literally. */
const VARIABLES = {
  owner: 'ASSAY_TOKEN',
  other: 'ASSAY_OTHER_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_TOKEN',
} as const satisfies Record<IdentityName, string>;
const IDENTITIES = Object.keys(VARIABLES) as IdentityName[];
const fieldsOf = (identity: IdentityName): readonly TargetPath[] =>
  SECRET_FIELDS.map((field) => ['identities', identity, 'auth', field]);

const SECRET_HEADER = /key|auth|token|secret|passw|credential|cookie|session|signature/i;
/** A text of this length may be a secret, whatever its header is called. */
const LONG = 16;

const headersIn = (document: unknown): readonly (readonly [name: string, value: string])[] => {
  const headers = valueAt(document, ['headers']);
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
};

/** `ASSAY_X_GATEWAY_KEY`. */
const variableOf = (header: string): string =>
  `ASSAY_${header.toUpperCase().replaceAll(/[^A-Z\d]+/g, '_')}`;

/** Issue of a secret that a file holds literally, since files are shared. */
const literal = (path: TargetPath, variable: string): Issue => ({
  path,
  wanted: 'a reference to an environment variable',
  got: 'a literal secret (not shown)',
  hint: `files are shared and kept, so they must not contain secrets: write ${path.at(-1)}: \${${variable}} and set ${variable} in the environment or in .env`,
});

const isWritten = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && holdsReference(value));

/** Issues of secrets that a file holds literally. A path of a key is allowed, the key and its passphrase are not. */
export const literalSecrets = (document: unknown): Issue[] => {
  const headers = headersIn(document).filter(
    ([name, value]) => SECRET_HEADER.test(name) && !/cookie/i.test(name) && isWritten(value),
  );
  const tls = ['certificate', 'key', 'passphrase'].filter((field) => {
    const value = valueAt(document, ['tls', field]);
    const isSecret = field === 'passphrase' || String(value).includes('PRIVATE KEY-----');
    return typeof value === 'string' && isWritten(value) && isSecret;
  });
  return [
    ...headers.map(([name]) => literal(['headers', name], variableOf(name))),
    ...tls.map((field) =>
      literal(['tls', field], field === 'passphrase' ? 'TLS_PASSPHRASE' : 'TLS_KEY'),
    ),
    ...IDENTITIES.flatMap((identity) =>
      fieldsOf(identity)
        .filter((path) => isWritten(valueAt(document, path)))
        .map((path) => literal(path, VARIABLES[identity])),
    ),
  ];
};

const isUsedAt = (path: TargetPath, { uses }: Pick<Resolution, 'uses'>): boolean =>
  uses.some((use) => pathText(use.path) === pathText(path));

/** Header values without a variable that may be secrets: a program passed them, and no file shows them. */
const givenHeaders = (resolution: Resolution): Secret[] =>
  headersIn(resolution.value)
    .filter(
      ([name, value]) =>
        !isUsedAt(['headers', name], resolution) &&
        (SECRET_HEADER.test(name) || value.length >= LONG) &&
        value.length >= SHORTEST,
    )
    .map(([name, value]) => ({ name: variableOf(name), value }));

/** Issues of secrets too short to be redacted by value. */
export const shortSecrets = (document: unknown, { uses }: Resolution): Issue[] => {
  const short = (path: TargetPath, what: string): Issue => ({
    path,
    wanted: `a secret of at least ${SHORTEST} characters`,
    got: `${what} is shorter`,
    hint: 'a value this short occurs in other texts, so it cannot be redacted reliably',
  });
  const variables = uses.filter(
    ({ name, path, value }) =>
      value.length < SHORTEST &&
      ((isSecretPath(path) && path[0] !== 'headers') || SECRET_NAME.test(name)),
  );
  const literals = [...IDENTITIES.flatMap(fieldsOf), ['tls', 'passphrase']].filter((path) => {
    const value = valueAt(document, path);
    const isShort = typeof value === 'string' && value !== '' && value.length < SHORTEST;
    return isShort && !isUsedAt(path, { uses });
  });
  return [
    ...variables.map(({ name, path }) => short(path, name)),
    ...literals.map((path) => short(path, 'the value')),
  ];
};

const ofIdentity = (identity: IdentityName, auth: Auth, resolution: Resolution): Secret[] => {
  const value = secretOf(auth);
  const field = SECRET_FIELDS.find((name) => name in auth);
  if (auth.scheme === 'none' || value === undefined || field === undefined) return [];
  const path = `identities.${identity}.auth.${field}`;
  const variables = resolution.uses.filter((use) => pathText(use.path) === path);
  const written = resolution.references[path];
  const name = variables[0]?.name ?? VARIABLES[identity];
  const isOneVariable = written === undefined || written === `\${${name}}`;
  const whole: Secret = isOneVariable ? { name, value } : { name, value, shell: written };
  // The secret of an OAuth2 client is never made invalid: its access tokens are.
  const own = auth.scheme === 'oauth2' ? [whole] : [whole, ...invalidSecrets(whole)];
  if (auth.scheme !== 'basic') return own;
  return [...own, ...own.map((one) => ({ ...one, value: basicPair(auth.username, one.value) }))];
};

/** Variables that hold a secret, by the path at which they are used or by their name. */
export const secretVariables = ({ uses }: Resolution): Secret[] =>
  uses
    .filter(({ name, path }) => isSecretPath(path) || SECRET_NAME.test(name))
    .filter(({ value }) => value.length >= SHORTEST)
    .map(({ name, value }) => ({ name, value }));

/** All values to redact: secrets and their invalid variants, variables, and headers of a target that is not a file. */
export const secretsOf = (
  identities: Partial<Record<IdentityName, { readonly auth: Auth } | undefined>>,
  resolution: Resolution,
  isFile: boolean,
): Secret[] => {
  const own = IDENTITIES.flatMap((identity) => {
    const auth = identities[identity]?.auth;
    return auth ? ofIdentity(identity, auth, resolution) : [];
  });
  const given = isFile ? [] : givenHeaders(resolution);
  const all = [...own, ...secretVariables(resolution), ...given];
  const byValue = new Map(all.map((secret) => [secret.value, secret]));
  return [...byValue.values()];
};
