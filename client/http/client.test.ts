import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../testing/local-server.ts';
import { ok, openClient } from '../testing/test-client.ts';

test('a call becomes one complete, recorded exchange', async () => {
  const { server, send, record } = await openClient((_request, response) => {
    response.writeHead(200, { 'Last-Modified': 'now', 'Set-Cookie': ['a=1', 'b=2'] });
    response.end('{"draftId":"d1"}');
  });

  const exchange = await send({ body: { language: 'nl' } });

  expect(exchange).toMatchObject({
    n: 1,
    operation: 'travel.draft-create',
    test: 'a test',
    intent: 'legal',
    attempt: 1,
    request: {
      method: 'POST',
      url: `${server.address}/BE/lifestyle/travel/drafts`,
      headers: {
        accept: 'application/json',
        authorization: 'Bearer abcdefghijkl',
        'content-type': 'application/json',
        'service-api-version': '1.0',
      },
      body: { encoding: 'utf8', text: '{"language":"nl"}' },
    },
    response: {
      status: 200,
      headers: { 'last-modified': 'now', 'set-cookie': ['a=1', 'b=2'] },
      body: { encoding: 'utf8', text: '{"draftId":"d1"}' },
    },
    timings: { headers: expect.any(Number) as number, total: expect.any(Number) as number },
  });
  expect(record).toEqual([exchange]);
});

test('the recorded request is the one that arrives', async () => {
  const { server, send } = await openClient(ok);

  const { request } = await send({ headers: { 'X-Extra': 'ä', Accept: null } });

  expect(server.received[0]?.headers).toMatchObject({ 'x-extra': 'ä', ...request.headers });
  expect(server.received[0]?.headers).not.toHaveProperty('accept');
});

test('percent-encodes parameters and country below the path of the address', async () => {
  const { server, send } = await openClient(ok, {}, '/api/v/');

  await send({
    operation: 'travel.car-put',
    params: { draftId: 'a/b ?', carId: '..' },
    country: 'bé',
  });

  expect(server.received[0]?.url).toBe(
    '/api/v/b%C3%A9/lifestyle/travel/drafts/a%2Fb%20%3F/cars/..',
  );
});

test('motor gap goes to its own address', async () => {
  const gap = await startLocalServer(ok);
  onTestFinished(() => gap.close());
  const { server, send } = await openClient(ok, { gap_base_url: gap.address });

  await send({ operation: 'gap.draft-create' });

  expect([server.received.length, gap.received.length]).toEqual([0, 1]);
});

test('a missing parameter is an error of the harness', async () => {
  const { send } = await openClient(ok);

  await expect(send({ operation: 'travel.draft-get' })).rejects.toThrow(
    'travel.draft-get needs the parameter draftId',
  );
});

test.each([
  ['valid', 'Bearer abcdefghijkl'],
  ['missing', undefined],
  ['invalid', 'Bearer abcdfghiijkl'],
] as const)('a credential can be %s', async (credential, header) => {
  const { server, send } = await openClient(ok);

  await send({ credential });

  expect(server.received[0]?.headers.authorization).toBe(header);
});

test('an undeclared identity is an error of the harness', async () => {
  const { send } = await openClient(ok);

  await expect(send({ identity: 'other' })).rejects.toThrow('declares no identity other');
});

test('an API key goes into the query', async () => {
  const auth = { scheme: 'apiKey', in: 'query', name: 'key', key: 'a&b=c d' } as const;
  const { server, send } = await openClient(ok, { identities: { owner: { auth } } });

  await send();

  expect(server.received[0]?.url).toBe('/BE/lifestyle/travel/drafts?key=a%26b%3Dc%20d');
});

test('sends a raw body, its type and another method unchanged', async () => {
  const { server, send } = await openClient(ok);

  await send({ rawBody: '{"a":', contentType: 'text/plain', method: 'PATCH' });

  expect(server.received[0]).toMatchObject({
    method: 'PATCH',
    body: '{"a":',
    headers: { 'content-type': 'text/plain' },
  });
});

const carDelete = {
  operation: 'travel.car-delete',
  params: { draftId: 'd', carId: 'c' },
  body: undefined,
} as const;

test.each([
  [true, carDelete, '{}'],
  [false, carDelete, ''],
  [false, { ...carDelete, body: {} }, ''],
  [true, { ...carDelete, rawBody: '' }, ''],
  [false, { ...carDelete, body: { a: 1 } }, '{"a":1}'],
] as const)(
  'DELETE with deleteCarriesBody %s and %o has the body "%s"',
  async (carries, call, body) => {
    const { server, send } = await openClient(ok, { decisions: { deleteCarriesBody: carries } });

    await send(call);

    expect(server.received[0]?.body).toBe(body);
    expect('content-type' in (server.received[0]?.headers ?? {})).toBe(body !== '');
  },
);

test('does not send a body over the limit, and the exchange has the reason', async () => {
  const { server, send } = await openClient(ok, { limits: { bodySize: 1024 } });

  const exchange = await send({ body: 'x'.repeat(1023) });

  expect(exchange.error).toMatchObject({
    code: 'NOT_SENT',
    message: expect.stringContaining('limits.bodySize') as string,
  });
  expect(server.received).toEqual([]);
});

test.each([
  ['half of a surrogate pair', '\ud800x'],
  ['8,001 characters', 'x'.repeat(8001)],
])('does not send an id of %s, and the exchange has the reason', async (_name, draftId) => {
  const { server, send } = await openClient(ok);

  const exchange = await send({ operation: 'jobloss.draft-get', params: { draftId } });

  expect(exchange.error).toMatchObject({
    code: 'NOT_SENT',
    message: expect.stringContaining('issued') as string,
  });
  expect(exchange.request.url).toContain('{draftId}');
  expect(server.received).toEqual([]);
});

test('a header that HTTP does not allow is an error of the harness', async () => {
  const { send } = await openClient(ok);

  await expect(send({ headers: { 'x-a': 'b\r\nc: d' } })).rejects.toThrow('invalid');
});
