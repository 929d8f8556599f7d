import type { ServerResponse } from 'node:http';
import { type LocalServer, type Received, startLocalServer } from './local-server.ts';
import { ENCODINGS } from './encodings.ts';
import { memoized } from '../../spec/memoized.ts';
import { startReference } from '../../reference/start.ts';

/** Text that identifies each caller: part of a header or of the address. */
export type CredentialTexts = Readonly<Record<'owner' | 'other' | 'withoutRights', string>>;

/** A correct service that echoes, wherever it can, every secret that it has received. */
export interface EchoingGateway {
  readonly address: string;
  close(): Promise<void>;
}

const TOKENS = {
  owner: 'ASSAY_TOKEN',
  other: 'ASSAY_OTHER_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_TOKEN',
};

const encoded = (secret: string, ...names: readonly string[]): string =>
  names.reduce((text, name) => String(ENCODINGS[name]?.(Buffer.from(text))), secret);

/** Encodings that yield text which a header can carry. */
const OF_TEXT = Object.keys(ENCODINGS).filter((name) => !/UTF-16|zip|zlib|lines/.test(name));

/** Forms in which a service may echo a secret: in every encoding, and in each of them encoded again. */
export const formsOf = memoized((secret: string): readonly string[] => [
  ...OF_TEXT.map((name) => encoded(secret, name)),
  ...['HTML', 'URL', 'base64', 'hexadecimal', 'JSON'].map((name) => encoded(secret, name, name)),
  secret,
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(`user:${secret}`).toString('base64'),
  encodeURIComponent(secret),
  encodeURIComponent(secret).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  new URLSearchParams({ '': secret }).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify({ secret })).slice(1, -1),
  Buffer.from(JSON.stringify({ sub: secret })).toString('base64'),
  ...(secret.split('.').length === 3 ? secret.split('.').slice(1) : []),
]);

const answerOf = async (
  request: Received,
  upstream: string,
  authorization: string | undefined,
): Promise<Response> => {
  const { method, url, headers, body } = request;
  const kept = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'authorization', 'cookie'].includes(name),
  );
  return fetch(upstream + url, {
    method,
    redirect: 'manual',
    headers: [
      ...kept.map(([name, value]): [string, string] => [name, String(value)]),
      ...(authorization === undefined
        ? []
        : [['authorization', authorization] as [string, string]]),
    ],
    ...(body === '' ? {} : { body }),
  });
};

/** Forwards an answer of the service with secrets added; `count` starts from 1. */
export type Echo = (
  from: Response,
  to: ServerResponse,
  secrets: readonly string[],
  count: number,
) => Promise<void>;

/** Echoes all secrets in headers, and in the bodies of rejections. */
export const echoAll: Echo = async (from, to, secrets) => {
  const forms = secrets.flatMap(formsOf);
  const {
    'content-length': _,
    'transfer-encoding': __,
    ...headers
  } = Object.fromEntries(from.headers);
  to.writeHead(from.status, {
    ...headers,
    'X-Echo-Raw': secrets.map((each) => Buffer.from(each).toString('latin1')),
    'x-ECHO-forms': forms.map((each) => Buffer.from(each).toString('latin1')),
    ...(from.status >= 400
      ? { location: `/login?next=${encodeURIComponent(secrets.join(' '))}` }
      : {}),
  });
  const text = await from.text();
  if (from.status < 400) {
    to.end(text);
    return;
  }
  const page = JSON.stringify({
    error: 'no',
    messages: forms,
    page: `<p>${forms.join('</p><p>')}</p>`,
  });
  // The secret spans two chunks.
  const middle = page.indexOf(secrets[0] ?? '') + 5;
  to.write(page.slice(0, middle));
  setTimeout(() => to.end(page.slice(middle)), 5);
};

/** Starts it on 127.0.0.1, with faults; it accepts callers who send one of the texts, and echoes all of `secrets`. */
export const startEchoingGateway = async (
  shown: CredentialTexts,
  secrets: readonly string[],
  faults: readonly string[] = [],
  echo: Echo = echoAll,
): Promise<EchoingGateway> => {
  const reference = await startReference({ faults });
  const authorizationOf = ({ headers, url }: Received): string | undefined => {
    const all = `${headers.authorization ?? ''}\n${headers.cookie ?? ''}\n${String(headers['x-key'] ?? '')}\n${url}`;
    for (const [who, text] of Object.entries(shown) as [keyof CredentialTexts, string][]) {
      // Matches the whole credential: an altered or a longer one is different.
      if (all.split(/[\n?&; ]/).includes(text))
        return `Bearer ${reference.environment[TOKENS[who]]}`;
    }
    return headers.authorization === undefined && headers.cookie === undefined
      ? undefined
      : 'Bearer x';
  };
  const server: LocalServer = await startLocalServer((request, response, count) => {
    if (request.url === '/token') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: secrets[1], token_type: 'Bearer' }));
      return;
    }
    const upstream = new URL(
      request.url.includes('/motor/') ? reference.gap_base_url : reference.base_url,
    );
    answerOf(request, upstream.origin, authorizationOf(request))
      .then((from) => echo(from, response, secrets, count))
      .catch(() => response.destroy());
  });
  return {
    address: server.address,
    close: async () => {
      await server.close();
      await reference.close();
    },
  };
};
