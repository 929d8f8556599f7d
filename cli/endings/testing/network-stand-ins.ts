import { createServer, request as send, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { serverCertificate } from '../../../client/testing/test-certificates.ts';
import { type ProxyRules, startLocalProxy } from '../../../client/testing/test-proxy.ts';
import { startReference } from '../../../reference/start.ts';
import type { StandIn } from './stand-ins.ts';

const portOf = (address: string): number => Number(new URL(address).port);

const listening = async (server: ReturnType<typeof createSocketServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** Hands every request on to the service behind it. */
const passing =
  (port: number): RequestListener =>
  (request, response) => {
    const { url: path, method, headers } = request;
    const onward = send({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };

/** The reference service with something before it, which takes over from the request with this number on. */
const fronted = async (
  secure: boolean,
  takesOver: (inFront: RequestListener) => RequestListener = (inFront) => inFront,
): Promise<StandIn> => {
  const reference = await startReference({});
  const listener = takesOver(passing(portOf(reference.base_url)));
  const server = secure
    ? createSecureServer(serverCertificate(), listener)
    : createServer(listener);
  const port = await listening(server);
  const base = `${secure ? 'https://localhost' : 'http://127.0.0.1'}:${port}`;
  return {
    base,
    target: { ...reference.target, base_url: base, gap_base_url: base },
    environment: reference.environment,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await reference.close();
    },
  };
};

const after =
  (count: number, broken: RequestListener) =>
  (whole: RequestListener): RequestListener => {
    let seen = 0;
    return (request, response) => {
      seen += 1;
      (seen > count ? broken : whole)(request, response);
    };
  };

/** The reference service as `service.test`, a name that only the proxy in front of it knows. */
const behindProxy = async (rules: ProxyRules, user = ''): Promise<StandIn> => {
  const service = await fronted(false);
  const proxy = await startLocalProxy({
    ...rules,
    hosts: { 'service.test': portOf(service.base) },
  });
  const base = 'http://service.test';
  return {
    base,
    target: { ...service.target, base_url: base, gap_base_url: base },
    environment: {
      ...service.environment,
      HTTP_PROXY: proxy.address.replace('//', `//${user}`),
      HTTPS_PROXY: proxy.address.replace('//', `//${user}`),
    },
    close: async () => {
      await proxy.close();
      await service.close();
    },
  };
};

/** Something that is no service: what it does with a connection. */
const sockets = async (take: (socket: Socket) => void): Promise<StandIn> => {
  const open = new Set<Socket>();
  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    take(socket);
  });
  const port = await listening(server);
  return {
    base: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const REST = 'content-type: application/json\r\n';

/** Says something, then the same piece again and again. */
const dripping =
  (start: string, piece: string, every: number) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(start);
      const timer = setInterval(() => socket.write(piece), every);
      socket.on('close', () => clearInterval(timer));
    });
  };

const nowAndThen =
  (broken: RequestListener) =>
  (whole: RequestListener): RequestListener => {
    let seen = 0;
    return (request, response) => {
      seen += 1;
      (seen % 10 === 5 ? broken : whole)(request, response);
    };
  };

const busy =
  (status: number, headers: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end();
  };

const drip: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
};

const SILENCE: RequestListener = (request) => request.resume();
const PASSWORD = 'me:open%20sesame@';

/** Services on bad ways, and bad services. */
export const NETWORK_STAND_INS = {
  'behind a proxy': () => behindProxy({}),
  'behind a proxy with a password': () =>
    behindProxy({ credential: Buffer.from('me:open sesame').toString('base64') }, PASSWORD),
  'behind a proxy with another password': () =>
    behindProxy({ credential: Buffer.from('me:close sesame').toString('base64') }, PASSWORD),
  'behind a proxy that makes no tunnel': () => behindProxy({ refuses: 403 }),
  'with a certificate of its own authority': () => fronted(true),
  'busy with Retry-After 1': () => fronted(false, after(0, busy(503, { 'retry-after': '1' }))),
  'busy with Retry-After 3': () => fronted(false, after(0, busy(503, { 'retry-after': '3' }))),
  'busy with Retry-After 3600': () =>
    fronted(false, after(0, busy(503, { 'retry-after': '3600' }))),
  'busy for a day as a date': () =>
    fronted(
      false,
      after(0, busy(429, { 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() })),
    ),
  'busy without a word': () => fronted(false, after(0, busy(503, {}))),
  'early for ever': () => fronted(false, after(0, busy(425, {}))),
  'busy now and then': () => fronted(false, nowAndThen(busy(503, { 'retry-after': '0' }))),
  'silent after 40 requests': () => fronted(false, after(40, SILENCE)),
  'gone after 10 requests': () =>
    fronted(
      false,
      after(10, ({ socket }) => socket.destroy()),
    ),
  'dripping after 10 requests': () => fronted(false, after(10, drip)),
  'accepts and never answers': () => sockets((socket) => socket.resume()),
  'headers without end': () => sockets(dripping(`HTTP/1.1 200 OK\r\n${REST}`, 'x-a: b\r\n', 50)),
  'a body of one byte at a time': () =>
    sockets(dripping(`HTTP/1.1 200 OK\r\n${REST}content-length: 9999\r\n\r\n`, ' ', 50)),
  'a body without end': () =>
    sockets(
      dripping(
        `HTTP/1.1 200 OK\r\n${REST}transfer-encoding: chunked\r\n\r\n`,
        `10000\r\n${' '.repeat(65_536)}\r\n`,
        1,
      ),
    ),
  'a header of a megabyte': () =>
    sockets(dripping('HTTP/1.1 200 OK\r\nx-long: ', 'a'.repeat(1_000_000), 50)),
  'interim answers without end': () =>
    sockets(dripping('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n', 1)),
} as const satisfies Record<string, () => Promise<StandIn>>;
