import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { check } from '../testing/test-preflight.ts';
import { testTarget } from '../testing/test-target.ts';
import { createTransport } from './transport.ts';

/** Starts a service that answers every request with these bytes, and keeps the connection or closes it. */
const serveBytes = async (bytes: string, closes = false): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      socket.write(bytes, 'latin1');
      if (closes) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const answer = (head: string, body = '{}'): string => `HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`;
const PLAIN = answer('Content-Length: 2');

const sentTo = async (origin: string) => {
  const { limits, network } = await testTarget({ base_url: origin });
  const transport = createTransport({ limits, network });
  onTestFinished(() => transport.close());
  return transport.send({ method: 'GET', origin, path: '/', headers: {} });
};

const chunked = (rest: string): string =>
  answer('Transfer-Encoding: chunked', '').replace(/$/, rest);

test.each([
  ['a blank behind Content-Length', answer('Content-Length: 2 ')],
  ['blanks and a tab before Content-Length', answer('Content-Length: \t 2')],
  ['zeros before Content-Length', answer('Content-Length: 0002')],
  ['header names in capitals', answer('CONTENT-LENGTH: 2')],
  ['a processing note', `HTTP/1.1 102 Processing\r\n\r\n${PLAIN}`],
  ['early hints', `${'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(2)}${PLAIN}`],
  ['an informational status that nobody knows', `HTTP/1.1 199 X\r\n\r\n${PLAIN}`],
  ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}'],
  ['a reason phrase in UTF-8', 'HTTP/1.1 200 \xc3\x9c\r\nContent-Length: 2\r\n\r\n{}'],
  [
    'an offer of another protocol',
    answer('Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2'),
  ],
  ['extensions of its chunks', chunked('2;a=b;c="d;e"\r\n{}\r\n0;f\r\n\r\n')],
  ['chunk sizes with zeros', chunked('0002\r\n{}\r\n000\r\n\r\n')],
  ['trailers', chunked('2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n')],
  ['empty lines before it', `\r\n\r\n${PLAIN}`],
])('reads legal HTTP with %s', async (_, bytes) => {
  const { response, error } = await sentTo(await serveBytes(bytes));

  expect(error).toBeUndefined();
  expect(response).toMatchObject({ status: 200, body: { text: '{}' } });
});

test('blanks around a header are no part of its value', async () => {
  const head =
    'Location:\t /drafts/7 \t \r\nSet-Cookie: a=1 \r\nSet-Cookie: b=2\t\r\nX:  \r\nContent-Length: 2';
  const { response } = await sentTo(await serveBytes(answer(head)));

  expect(response?.headers).toEqual({
    location: '/drafts/7',
    'set-cookie': ['a=1', 'b=2'],
    'content-length': '2',
  });
});

test.each([
  [
    'an unasked 100 Continue',
    `HTTP/1.1 100 Continue\r\n\r\n${PLAIN}`,
    'an unsolicited 100 Continue came before',
  ],
  [
    'headers above 16 KiB',
    answer(`X: ${'a'.repeat(17_000)}\r\nContent-Length: 2`),
    'its headers are longer than 16,384 bytes; NODE_OPTIONS=--max-http-header-size=65536 raises',
  ],
  [
    'a tab behind Content-Length',
    answer('Content-Length: 2\t'),
    'Content-Length',
    "Node's own client reads it (status 200)",
  ],
  [
    'two lengths',
    answer('Content-Length: 2\r\nContent-Length: 2'),
    'a header is malformed',
    'refuses it, too: Duplicate Content-Length',
  ],
  [
    'a header without a name behind its length',
    answer('Content-Length: 2\r\n: 1'),
    'a header is malformed',
    'refuses it, too: Invalid header token',
  ],
  ['a control character', answer('X: a\u0001\r\nContent-Length: 2'), 'Invalid header value char'],
  [
    'a folded header',
    answer('X: a\r\n b\r\nContent-Length: 2'),
    'Unexpected whitespace after header',
  ],
  ['line feeds alone', PLAIN.replaceAll('\r', ''), 'Missing expected CR'],
  [
    'a length and chunks',
    chunked('0\r\n\r\n').replace('\r\n', '\r\nContent-Length: 2\r\n'),
    'a header is malformed',
    "Transfer-Encoding can't be present with Content-Length",
  ],
  [
    'blanks in the size of a chunk',
    chunked('2 ; a\r\n{}\r\n0\r\n\r\n'),
    'Invalid character in chunk',
  ],
  ['a trailer of 17 KiB', chunked(`0\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`), '16,384 bytes'],
  ['another version', PLAIN.replace('1.1', '1.2'), 'Invalid HTTP version'],
  ['a status of four digits', PLAIN.replace('200', '2000'), 'Invalid response status'],
  ['two blanks before its status', PLAIN.replace(' 200', '  200'), 'Invalid status code'],
  ['another protocol', 'HTTP/1.1 101 S\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n', 'unasked'],
])(
  'an answer with %s is rejected by the client library, and the address is not to blame',
  async (_, bytes, why, opinion = why) => {
    const base_url = await serveBytes(bytes);

    const { error } = await sentTo(base_url);
    const looked = await check({ base_url });

    expect(error?.message).toMatch(/^the client library refused the answer: /);
    expect(error?.message).toContain(why);
    expect(looked).toMatchObject({
      ok: false,
      isEnvironment: true,
      problem: expect.stringContaining(why) as string,
    });
    expect(looked).toMatchObject({ problem: expect.stringContaining(opinion) as string });
  },
);

test.each([
  ['a length', answer('Content-Length: 20 ')],
  ['chunks', chunked('a\r\n{}')],
])(
  'an answer with %s that breaks off is incomplete, and the address is not to blame',
  async (_, bytes) => {
    const base_url = await serveBytes(bytes, true);

    const { response } = await sentTo(base_url);
    const looked = await check({ base_url });

    expect(response).toBeUndefined();
    expect(looked).toMatchObject({
      ok: false,
      isEnvironment: true,
      problem: expect.stringContaining('its answers break off before their end') as string,
    });
  },
);
