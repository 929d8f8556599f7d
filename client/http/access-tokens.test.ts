import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { createRedactor } from '../secrets/redactor.ts';
import { type Answer, openClient } from '../testing/test-client.ts';
import { preflight } from '../preflight/preflight.ts';
import type { Target } from '../target.ts';

const SECRET = 'client-secret-4711';

/** A service with a token endpoint; `isGood` decides if it accepts a token. */
const service = (options: {
  readonly lifetime?: number;
  readonly isGood?: (token: string, tokens: number) => boolean;
  readonly refuses?: number;
}) => {
  const seen = { tokens: 0, asked: [] as { authorization: string; body: string }[] };
  const answer: Answer = ({ url, headers, body }, response) => {
    const { authorization = '' } = headers;
    if (url !== '/token') {
      const good = options.isGood?.(authorization.slice('Bearer '.length), seen.tokens) ?? true;
      response.writeHead(good ? 200 : 401).end('{}');
      return;
    }
    seen.asked.push({ authorization, body });
    if (options.refuses) {
      response.writeHead(options.refuses).end('{"error":"invalid_client"}');
      return;
    }
    seen.tokens += 1;
    const life = options.lifetime === undefined ? {} : { expires_in: options.lifetime };
    response.end(JSON.stringify({ access_token: `token-${seen.tokens}-abcdefgh`, ...life }));
  };
  return { seen, answer };
};

const open = async (answer: Answer, auth: Record<string, unknown> = {}) => {
  // The address is known only once the server listens, so the token endpoint is a separate server.
  const tokens = await openClient(answer);
  const oauth2 = {
    scheme: 'oauth2',
    tokenUrl: `${tokens.server.address}/token`,
    clientId: 'ann:other',
    clientSecret: SECRET,
    ...auth,
  };
  const identities = { owner: { auth: oauth2 } } as Target['identities'];
  return openClient(answer, identities === undefined ? {} : { identities });
};

const sentTokens = (received: readonly { readonly headers: IncomingHttpHeaders }[]) =>
  received.map(({ headers }) => headers.authorization);

test('one token is fetched for many concurrent requests', async () => {
  const { seen, answer } = service({ lifetime: 60 });
  const { send, server } = await open(answer);

  await Promise.all([send(), send(), send()]);
  await send();

  expect(seen.tokens).toBe(1);
  expect(new Set(sentTokens(server.received))).toEqual(new Set(['Bearer token-1-abcdefgh']));
});

test('id and secret go into the header, form-encoded, or into the form', async () => {
  const inHeader = service({});
  const inBody = service({});
  await (await open(inHeader.answer, { scope: 'quotes' })).send();
  await (
    await open(inBody.answer, { clientSecretIn: 'body', parameters: { audience: 'a b' } })
  ).send();

  const pair = Buffer.from(`ann%3Aother:${SECRET}`).toString('base64');
  expect(inHeader.seen.asked).toEqual([
    { authorization: `Basic ${pair}`, body: 'grant_type=client_credentials&scope=quotes' },
  ]);
  expect(inBody.seen.asked).toEqual([
    {
      authorization: '',
      body: `grant_type=client_credentials&client_id=ann%3Aother&client_secret=${SECRET}&audience=a+b`,
    },
  ]);
});

test('an expired token is renewed before it is used', async () => {
  const { seen, answer } = service({ lifetime: 0.05 });
  const { send } = await open(answer);

  await send();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const second = await send();

  expect(seen.tokens).toBe(2);
  expect(second.attempt).toBe(1);
});

test('a rejected token is renewed once, and the request retried', async () => {
  const { seen, answer } = service({ isGood: (token) => !token.startsWith('token-1') });
  const { send, record } = await open(answer);

  const exchange = await send();

  expect(exchange.response?.status).toBe(200);
  expect(record.map(({ response }) => response?.status)).toEqual([401, 200]);
  expect(seen.tokens).toBe(2);
});

test('a service that rejects every token is tried twice, not for ever', async () => {
  const { answer } = service({ isGood: () => false });
  const { send, record } = await open(answer);

  expect((await send()).response?.status).toBe(401);
  expect(record).toHaveLength(2);
});

test('a missing credential stays missing, and an invalid one is an altered token that is not renewed', async () => {
  const { seen, answer } = service({ isGood: (token) => token === 'token-1-abcdefgh' });
  const { send, server } = await open(answer);

  const missing = await send({ credential: 'missing' });
  const invalid = await send({ credential: 'invalid' });

  expect([missing.response?.status, invalid.response?.status]).toEqual([401, 401]);
  expect(seen.tokens).toBe(1);
  expect(server.received[0]?.headers.authorization).toBeUndefined();
  expect(server.received[1]?.headers.authorization).toMatch(/^Bearer token-.{10}$/);
});

test('without a token nothing is sent, and the exchange has the reason', async () => {
  const { answer } = service({ refuses: 401 });
  const { send, server } = await open(answer);

  const { error, response } = await send();

  expect(response).toBeUndefined();
  expect(error).toMatchObject({ code: 'TOKEN_REFUSED' });
  expect(error?.message).toMatch(
    /^http:\S+\/token issued no access token: status 401 invalid_client$/,
  );
  expect(error?.message).not.toContain(SECRET);
  expect(server.received).toHaveLength(0);
});

test.each([
  ['503 once, to be tried again after a second', 503, '1', 2],
  ['429 once, to be tried again at once', 429, '0', 2],
])('waits for a token endpoint that answers %s', async (_, status, wait, asked) => {
  let tokens = 0;
  const { target } = await open(({ url }, response) => {
    tokens += url === '/token' ? 1 : 0;
    if (url === '/token' && tokens === 1) response.writeHead(status, { 'retry-after': wait }).end();
    // A byte order mark before JSON is passed over.
    else response.end(url === '/token' ? '\ufeff{"access_token":"token-abcdefgh"}' : '{}');
  });

  expect(await preflight(target, ['travel'])).toMatchObject({ ok: true });
  expect(tokens).toBe(asked);
});

const OF_ENDPOINT = { ok: false, isEnvironment: true };
const OF_TARGET = { ok: false, hint: expect.stringContaining('tokenUrl, clientId') as string };

test.each([
  ['503 for longer than it is waited for', 503, '', OF_ENDPOINT],
  ['500', 500, '', OF_ENDPOINT],
  ['400 temporarily_unavailable', 400, 'temporarily_unavailable', OF_ENDPOINT],
  ['400 server_error', 400, 'server_error', OF_ENDPOINT],
  ['500 invalid_client', 500, 'invalid_client', OF_TARGET],
  ['400 invalid_scope', 400, 'invalid_scope', OF_TARGET],
  ['400 unauthorized_client', 400, 'unauthorized_client', OF_TARGET],
  ['404', 404, '', OF_TARGET],
])('a token endpoint that answers %s: whose problem it is', async (_, status, error, wanted) => {
  const { target } = await open(({ url }, response) =>
    response
      .writeHead(url === '/token' ? status : 200, status === 503 ? { 'retry-after': '600' } : {})
      .end(error === '' ? '' : JSON.stringify({ error })),
  );

  const found = await preflight(target, ['travel']);

  expect(found).toMatchObject(wanted);
  expect('isEnvironment' in found).toBe(wanted === OF_ENDPOINT);
});

test('the preflight reports a client without a token as a configuration error', async () => {
  const { answer } = service({ refuses: 401 });
  const { target } = await open(answer);

  expect(await preflight(target, ['travel'])).toMatchObject({
    ok: false,
    hint: expect.stringContaining('tokenUrl, clientId, clientSecret') as string,
  });
});

test('the redactor knows access tokens before they are used, also when they are echoed', async () => {
  const { answer } = service({});
  const { target, send } = await open(answer);
  const redactor = createRedactor(target);
  const { createClient } = await import('./client.ts');
  const shown: string[] = [];
  const client = createClient({
    target,
    record: {
      append: (exchange) => {
        const numbered = { n: 1, ...exchange };
        shown.push(JSON.stringify(redactor.exchange(numbered)));
        return numbered;
      },
    },
    onSecret: redactor.learn,
  });
  const call = { operation: 'travel.draft-create', test: 'a test', intent: 'legal' } as const;

  await client.send({ ...call, body: { echo: 'token-1-abcdefgh' } });
  await client.send({ ...call, credential: 'invalid' });
  await client.close();
  await send();

  expect(shown.join('\n')).not.toMatch(/token-\d-/);
  expect(shown[0]).toContain('Bearer $ASSAY_ACCESS_TOKEN');
  expect(shown[0]).toMatch(/echo.{1,5}\$ASSAY_ACCESS_TOKEN/);
  expect(shown[1]).toContain('Bearer altered $ASSAY_ACCESS_TOKEN');
});

test.each([
  ['CR LF', { access_token: 'abcd\r\nx-evil: 1' }, 'visible ASCII'],
  ['letters outside ASCII', { access_token: 'tökén-abcdef' }, 'visible ASCII'],
  ['8 MB', { access_token: 'x'.repeat(8_000_000) }, '8000000 characters'],
  ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '1,000 levels'],
  ['no text', { access_token: { toString: 1 } }, 'without an access_token'],
  ['JSON null', null, 'without an access_token'],
])('a token of %s is rejected, and nothing is sent', async (_name, token, reason) => {
  const { send, record } = await open(({ url }, response) => {
    if (!url.endsWith('/token')) response.end('{}');
    else response.end(typeof token === 'string' ? token : JSON.stringify(token));
  });

  const exchange = await send();

  expect(exchange.error).toMatchObject({
    code: 'NO_TOKEN',
    message: expect.stringContaining(reason) as string,
  });
  expect(record).toHaveLength(1);
});

test.each([{ toString: 1, valueOf: 2 }, [], 'soon', -1, null])(
  'a lifetime of %o counts as none',
  async (lifetime) => {
    const { send } = await open(({ url }, response) => {
      const token = { access_token: 'token-abcdefgh', expires_in: lifetime };
      response.end(url.endsWith('/token') ? JSON.stringify(token) : '{}');
    });

    expect((await send()).response?.status).toBe(200);
  },
);

test('a token that is created with 201 is used', async () => {
  const { send } = await open(({ url }, response) => {
    const isToken = url.endsWith('/token');
    response.writeHead(isToken ? 201 : 200);
    response.end(isToken ? JSON.stringify({ access_token: 'token-abcdefgh' }) : '{}');
  });

  expect((await send()).response?.status).toBe(200);
});
