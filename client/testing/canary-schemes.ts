import type { CredentialTexts } from './echoing-gateway.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const JWT = `${encoded('{"alg":"HS256"}')}.${encoded('{"sub":"canary-owner-4711"}')}.${encoded('s1gnature-of-the-canary-0815')}`;

/** Two targets that together cover every scheme, with keys of the target. */
export const CANARY_SCHEMES = {
  'bearer with a JWT, basic, a key in a header': {
    secrets: [JWT, 'p4ss/word+kanarie 99', 'key-in-a-header-4711'],
    identities: {
      owner: { auth: { scheme: 'bearer', token: '${CANARY_0}' } },
      other: { auth: { scheme: 'basic', username: 'user', password: '${CANARY_1}' } },
      withoutRights: {
        auth: { scheme: 'apiKey', in: 'header', name: 'X-Key', key: '${CANARY_2}' },
      },
    },
    shown: (secrets: readonly string[]): CredentialTexts => ({
      owner: String(secrets[0]),
      other: Buffer.from(`user:${secrets[1]}`).toString('base64'),
      withoutRights: String(secrets[2]),
    }),
  },
  'OAuth2, a key in the query, a key in a cookie': {
    secrets: [
      'client-s3cret-canary-1',
      'access-t0ken-canary-2',
      'key-in-query-canary-3',
      'key-in-cookie-canary-4',
    ],
    identities: {
      owner: {
        auth: {
          scheme: 'oauth2',
          tokenUrl: 'ADDRESS/token',
          clientId: 'me',
          clientSecret: '${CANARY_0}',
        },
      },
      other: { auth: { scheme: 'apiKey', in: 'query', name: 'k', key: '${CANARY_2}' } },
      withoutRights: { auth: { scheme: 'apiKey', in: 'cookie', name: 'k', key: '${CANARY_3}' } },
    },
    shown: (secrets: readonly string[]): CredentialTexts => ({
      owner: String(secrets[1]),
      other: `k=${secrets[2]}`,
      withoutRights: `k=${secrets[3]}`,
    }),
  },
} as const;

/** Name of an authentication scheme with planted secrets. */
export type CanaryScheme = keyof typeof CANARY_SCHEMES;

/** Variables that hold the secrets of a target. */
export const canaryEnvironment = (scheme: CanaryScheme): Readonly<Record<string, string>> =>
  Object.fromEntries(
    CANARY_SCHEMES[scheme].secrets.map((secret, at) => [`CANARY_${at}`, secret] as const),
  );

/** Target as JSON, for a service at this address. */
export const canaryTarget = (scheme: CanaryScheme, address: string): string =>
  JSON.stringify({ base_url: address, identities: CANARY_SCHEMES[scheme].identities }).replaceAll(
    'ADDRESS',
    address,
  );
