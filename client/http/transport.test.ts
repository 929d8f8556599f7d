import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ok, openClient } from '../testing/test-client.ts';

test('does not follow a redirect', async () => {
  const { server, send } = await openClient((_request, response) => {
    response.writeHead(303, { location: '/BE/motor/gap/contracts/1' }).end();
  });

  const exchange = await send();

  expect(exchange.response?.status).toBe(303);
  expect(server.received).toHaveLength(1);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
])('decodes a body with content encoding %s', async (encoding, compress) => {
  const { send } = await openClient((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'));
  });

  const exchange = await send();

  expect(exchange.response?.body).toEqual({ encoding: 'utf8', text: '{"a":1}' });
});

test('keeps a body that is not encoded as its header states', async () => {
  const { send } = await openClient((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('{"a":1}');
  });

  const exchange = await send();

  expect(exchange.response?.body.text).toBe('{"a":1}');
});

test('an answer of more than 32 MB is an error of the exchange', async () => {
  const { send } = await openClient((_request, response) => {
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(33 * 1024 * 1024)));
  });

  const exchange = await send();

  expect(exchange).toMatchObject({ error: { code: 'ANSWER_TOO_LARGE' } });
  expect(exchange.response).toBeUndefined();
});

test('a missing answer within the deadline is an error of the exchange', async () => {
  const { send, record } = await openClient(() => {}, { limits: { deadline: 50 } });

  const exchange = await send();

  expect(exchange.error).toEqual({ code: 'DEADLINE', message: 'no answer within 50 ms' });
  expect(record).toHaveLength(1);
});

test('the deadline includes the body', async () => {
  const { send } = await openClient(
    (_request, response) => {
      response.writeHead(200).write('{');
    },
    { limits: { deadline: 100 } },
  );

  const exchange = await send();

  expect(exchange.error?.code).toBe('DEADLINE');
  expect(exchange.timings.headers).toBeTypeOf('number');
});

test('a closed connection is an error of the exchange', async () => {
  const { send, record } = await openClient((_request, response) => response.socket?.destroy());

  const exchange = await send();

  expect(exchange.error).toMatchObject({ code: 'UND_ERR_SOCKET', message: 'other side closed' });
  expect(record.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('an address without a service is an error of the exchange', async () => {
  const { server, send } = await openClient(ok);
  await server.close();

  const exchange = await send();

  expect(exchange.error?.code).toBe('ECONNREFUSED');
});

test('sends the version header as printed, or as a call spells it, and records the spelling (W1)', async () => {
  const { server, send } = await openClient(ok);

  await send();
  const exchange = await send({ headerNames: { 'service-api-version': 'service-API-version' } });

  expect(server.received.map(({ headerNames }) => headerNames)).toEqual([
    expect.arrayContaining(['Service-Api-Version', 'authorization']),
    expect.arrayContaining(['service-API-version', 'authorization']),
  ]);
  expect(exchange.request).toMatchObject({
    headers: { 'service-api-version': '1.0' },
    headerNames: { 'service-api-version': 'service-API-version' },
  });
});

test('sends header names in upper case on request; the record has them in lower case', async () => {
  const { server, send } = await openClient(ok);

  const exchange = await send({ headerNames: 'upper' });

  expect(server.received[0]?.headerNames).toEqual(
    expect.arrayContaining(['SERVICE-API-VERSION', 'AUTHORIZATION', 'CONTENT-TYPE']),
  );
  expect(Object.keys(exchange.request.headers)).toContain('service-api-version');
});
