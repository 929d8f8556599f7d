import { type IncomingMessage, type ServerResponse, createServer, get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressInfo } from 'node:net';
import { type Choices, choicesWith } from './choices.ts';
import { gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { writeReply } from './wire.ts';

interface Raw {
  readonly message: IncomingMessage;
  readonly bytes: Buffer;
  /** Header names as spelt on the wire. */
  readonly names: readonly string[];
}

/** The raw reply on the wire, before any processing by a client. */
const sent = async (body: unknown, changes: Partial<Choices['transport']>): Promise<Raw> => {
  const choices = choicesWith({ transport: changes });
  const reply = { status: 200, headers: { 'last-modified': 'now' }, body };
  const server = createServer((_request, response: ServerResponse) => {
    writeReply(response, reply, choices);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port }, resolve).on('error', reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const names = message.rawHeaders.filter((_, at) => at % 2 === 0);
  return { message, bytes: Buffer.concat(chunks), names };
};

test('a plain service sends Content-Length', async () => {
  const { message, bytes } = await sent({ a: 1 }, {});

  expect(message.headers).toMatchObject({
    'content-length': '7',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(bytes.toString()).toBe('{"a":1}');
});

test('a chunked body has no Content-Length', async () => {
  const { message, bytes } = await sent({ a: 1 }, { framing: 'chunked' });

  expect(message.headers['transfer-encoding']).toBe('chunked');
  expect(message.headers['content-length']).toBeUndefined();
  expect(bytes.toString()).toBe('{"a":1}');
});

test('a compressed body has Content-Encoding', async () => {
  const { message, bytes } = await sent({ a: 1 }, { compression: 'gzip' });

  expect(message.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(bytes).toString()).toBe('{"a":1}');
});

test.each([
  ['lower', 'last-modified'],
  ['title', 'Last-Modified'],
  ['odd', 'lAsT-MoDiFiEd'],
] as const)('header names in %s case', async (headerNames, name) => {
  expect((await sent({}, { headerNames })).names).toContain(name);
});

test('a connection may be closed after the answer', async () => {
  const { message } = await sent({}, { connections: 'closed' });

  expect(message.headers['connection']).toBe('close');
});

test('a reply without a body has none, also with chunked encoding', async () => {
  const { bytes } = await sent(undefined, { framing: 'chunked', compression: 'gzip' });

  expect(bytes).toHaveLength(0);
});
