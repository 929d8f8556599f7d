import { z } from 'zod';
import { addressOf, text } from './target-values.ts';

const invalidCredential = z
  .strictObject({
    value: text.describe('Sent instead of the secret or access token. Must never authenticate.'),
  })
  .describe(
    'An additional invalid credential that the service must refuse. The valid secret altered, truncated and extended is always sent. Default: only those.',
  );

const scheme = <const Name extends string>(name: Name) =>
  z.literal(name).describe('Authentication scheme.');
const auth = z
  .discriminatedUnion('scheme', [
    z.strictObject({ scheme: scheme('none') }).describe('No credential.'),
    z
      .strictObject({
        scheme: scheme('bearer'),
        token: text.describe('The token, as a reference such as ${ASSAY_TOKEN}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('Authorization: Bearer TOKEN.'),
    z
      .strictObject({
        scheme: scheme('basic'),
        username: text
          .regex(/^[^:]*$/, 'a user name without a colon (RFC 7617)')
          .describe('The user name.'),
        password: text.describe('The password, as a reference such as ${ASSAY_PASSWORD}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('Authorization: Basic, username and password.'),
    z
      .strictObject({
        scheme: scheme('apiKey'),
        in: z
          .enum(['header', 'query', 'cookie'])
          .default('header')
          .describe('Where the key is sent.'),
        name: text.describe('Name of the header, of the query parameter or of the cookie.'),
        key: text.describe('The key, as a reference such as ${ASSAY_API_KEY}.'),
        invalid: invalidCredential.optional(),
      })
      .describe('A key in a header, in the query or in a cookie.'),
    z
      .strictObject({
        scheme: scheme('oauth2'),
        tokenUrl: addressOf('query').describe('Address of the token endpoint.'),
        clientId: text.describe('The client id.'),
        clientSecret: text.describe('The client secret, as a reference such as ${ASSAY_TOKEN}.'),
        clientSecretIn: z
          .enum(['header', 'body'])
          .default('header')
          .describe(
            'How id and secret are sent to the token endpoint: as Authorization: Basic, or as form fields.',
          ),
        scope: text.optional().describe('The requested scope. Default: none.'),
        parameters: z
          .record(text, text)
          .default({})
          .describe('Additional fields of the token request, such as audience.'),
        invalid: invalidCredential.optional(),
      })
      .describe(
        'OAuth2 client credentials: Assay requests the access token, sends it as Bearer and renews it.',
      ),
  ])
  .superRefine((declared, context) => {
    const invalid = declared.scheme === 'none' ? undefined : declared.invalid?.value;
    if (invalid === undefined || invalid !== secretOf(declared)) return;
    const params = {
      got: 'the valid secret itself (not shown)',
      hint: 'remove invalid: the secret altered, truncated and extended is sent anyway',
    };
    const message = 'a value that can never authenticate';
    context.addIssue({ code: 'custom', path: ['invalid', 'value'], message, params });
  })
  .describe('The credential and its scheme.');

/** A caller, and the way in which the credential is sent. */
const identity = z.strictObject({
  auth,
  note: text.optional().describe('A note for people, such as who this is. Default: none.'),
});

/** The three identities that a target may declare. */
export const identities = z
  .strictObject({
    owner: identity.default({ auth: { scheme: 'none' } }).describe('Creates and owns all objects.'),
    other: identity
      .optional()
      .describe(
        'Another customer, with rights of its own. Default: none; requirements on it are not applicable.',
      ),
    withoutRights: identity
      .optional()
      .describe(
        'Known to the service, but without the right to call any operation. Default: none; requirements on it are not applicable.',
      ),
  })
  .prefault({})
  .describe('The test identities. Requirements that need an absent identity are not applicable.');

/** Identities of a target. */
export type Identities = z.output<typeof identities>;
/** Name of an identity: `owner`, `other` or `withoutRights`. */
export type IdentityName = keyof Identities;

/** Authentication scheme with its credential. */
export type Auth = z.output<typeof auth>;

/** Client certificate and its key. */
export const tls = z.strictObject({
  certificate: text.describe(
    'The certificate, in a chain the caller’s own first: path of a PEM file, relative to the target file, or the PEM text itself.',
  ),
  key: text.describe(
    'Its private key: path of a PEM file, relative to the target file, or a reference to the PEM text such as ${TLS_KEY}.',
  ),
  passphrase: text
    .optional()
    .describe(
      'Passphrase of the key, as a reference such as ${TLS_PASSPHRASE}. Default: the key is not encrypted.',
    ),
});

/** Hosts whose certificate need not be verified with --insecure. */
export const testHosts = z
  .array(text)
  .default([])
  .describe(
    'Host names of test services, spelled as in the addresses. With --insecure their certificates are not verified, as on this machine.',
  );

/** The secret of a scheme, or undefined if it has none. */
export const secretOf = (auth: Auth): string | undefined => {
  if (auth.scheme === 'bearer') return auth.token;
  if (auth.scheme === 'basic') return auth.password;
  if (auth.scheme === 'oauth2') return auth.clientSecret;
  return auth.scheme === 'apiKey' ? auth.key : undefined;
};

/** The year 10000, in seconds since the epoch: a larger number is no date. */
const LAST_DATE = 253_402_300_800;

/** Expiry of a JWT (RFC 7519), in seconds since the epoch; undefined for any other token. */
export const expiryOf = (token: string): number | undefined => {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(token) ?? [];
  if (payload === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' && exp > 0 && exp < LAST_DATE ? exp : undefined;
  } catch {
    return undefined;
  }
};
