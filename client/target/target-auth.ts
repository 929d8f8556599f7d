import { z } from 'zod';
import { addressOf, text } from './target-values.ts';

const invalidCredential = z
  .strictObject({
    value: text.describe(
      'Sent instead of the secret or access token. Must be something that can never authenticate.',
    ),
  })
  .describe(
    'One more invalid credential that the service has to refuse, beside the valid secret altered, cut and prolonged, which are always sent. Left out: those alone.',
  );

const scheme = <const Name extends string>(name: Name) =>
  z.literal(name).describe('How the credential is presented.');
const auth = z
  .discriminatedUnion('scheme', [
    z.strictObject({ scheme: scheme('none') }).describe('No credential at all.'),
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
          .describe('Where the key is carried.'),
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
            'How the token endpoint receives id and secret: as Authorization: Basic, or in the form.',
          ),
        scope: text.optional().describe('The scope that is asked for. Left out: none.'),
        parameters: z
          .record(text, text)
          .default({})
          .describe('Further fields of the token request, such as audience.'),
        invalid: invalidCredential.optional(),
      })
      .describe(
        'OAuth2 client credentials: the access token is fetched, presented as Bearer, and renewed by itself.',
      ),
  ])
  .superRefine((declared, context) => {
    const invalid = declared.scheme === 'none' ? undefined : declared.invalid?.value;
    if (invalid === undefined || invalid !== secretOf(declared)) return;
    const params = {
      got: 'the valid secret itself (not shown)',
      hint: 'leave invalid out: the secret altered, cut and prolonged is sent anyway',
    };
    const message = 'a value that can never authenticate';
    context.addIssue({ code: 'custom', path: ['invalid', 'value'], message, params });
  })
  .describe('The credential and the way to present it.');

/** A caller, and the way in which the credential is sent. */
const identity = z.strictObject({
  auth,
  note: text.optional().describe('Free text for people, such as who this is. Left out: none.'),
});

/** The three identities that a target may declare. */
export const identities = z
  .strictObject({
    owner: identity.default({ auth: { scheme: 'none' } }).describe('Creates and owns everything.'),
    other: identity
      .optional()
      .describe('Another customer, with rights of its own. Left out: there is none to test with.'),
    withoutRights: identity
      .optional()
      .describe(
        'Known to the service, but without the right to call any operation. Left out: there is none to test with.',
      ),
  })
  .prefault({})
  .describe('Who calls. An identity left out: what needs it is not applicable.');

/** Identities of a target. */
export type Identities = z.output<typeof identities>;
export type IdentityName = keyof Identities;

/** Authentication scheme with its credential. */
export type Auth = z.output<typeof auth>;

/** Client certificate and its key. */
export const tls = z.strictObject({
  certificate: text.describe(
    'The certificate, the caller’s own first where it is a chain: path of a PEM file, relative to the target file, or the PEM itself.',
  ),
  key: text.describe(
    'Its private key: path of a PEM file, relative to the target file, or a reference to the PEM itself such as ${TLS_KEY}.',
  ),
  passphrase: text
    .optional()
    .describe(
      'What opens the key, as a reference such as ${TLS_PASSPHRASE}. Left out: it is not encrypted.',
    ),
});

/** Hosts whose certificate need not be verified with --insecure. */
export const testHosts = z
  .array(text)
  .default([])
  .describe(
    'Host names, exactly as the addresses have them, of services for tests: --insecure may leave their certificates unverified, as it may on this machine.',
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
