import type { Reply } from './reply.ts';
import type { Tables } from './call.ts';

/** A request to the token endpoint. */
export interface TokenRequest {
  readonly authorization: string | undefined;
  readonly bytes: Buffer | undefined;
}

const refused = (status: 400 | 401, error: string): Reply => ({
  status,
  headers: status === 401 ? { 'www-authenticate': 'Basic realm="token"' } : {},
  body: { error },
});

/** `id:secret` of the client, from header or body; in the header RFC 6749 form-encodes both. */
const clientPair = ({ authorization = '' }: TokenRequest, form: URLSearchParams): string => {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return `${form.get('client_id')}:${form.get('client_secret')}`;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2);
  return `${decodeURIComponent(id)}:${decodeURIComponent(secret)}`;
};

/** Answers a client credentials grant (RFC 6749, 4.4 and 5) with an access token or an error. */
export const answerTokenRequest = (tables: Tables, request: TokenRequest): Reply => {
  const { auth } = tables.choices;
  if (auth.scheme !== 'oauth2') throw new Error('this service has no token endpoint');
  const form = new URLSearchParams(request.bytes?.toString());
  const isInHeader = request.authorization !== undefined;
  if (form.get('grant_type') !== 'client_credentials')
    return refused(400, 'unsupported_grant_type');
  const client = tables.credentials.get(clientPair(request, form));
  if (!client || isInHeader !== (auth.clientSecretIn === 'header'))
    return refused(401, 'invalid_client');
  const end = tables.now().getTime() + auth.lifetime * 1000;
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: tables.accessTokens.issue(client.name, end),
      token_type: 'Bearer',
      expires_in: auth.lifetime,
    },
  };
};
