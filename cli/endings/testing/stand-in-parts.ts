import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Received, startLocalServer } from '../../../client/testing/local-server.ts';
import { startReference } from '../../../reference/start.ts';
import { createServer, request as send, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { serverCertificate } from '../../../client/testing/test-certificates.ts';
import { type ProxyRules, startLocalProxy } from '../../../client/testing/test-proxy.ts';

/** A running stand-in for the service under test. */
export interface StandIn {
  readonly base: string;
  readonly target?: Readonly<Record<string, unknown>>;
  /** Environment variables with its credentials. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const portOf = (address: string): number => Number(new URL(address).port);

const listening = async (server: ReturnType<typeof createSocketServer>): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const closed = (server: ReturnType<typeof createSocketServer>): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

/** Forwards every request to the service behind it. */
const forwardingTo =
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

/** The reference service behind a front end, which takes over from a given request on. */
export const withFrontEnd = async (
  secure: boolean,
  takesOver: (inFront: RequestListener) => RequestListener = (inFront) => inFront,
): Promise<StandIn> => {
  const reference = await startReference({});
  const listener = takesOver(forwardingTo(portOf(reference.base_url)));
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

/** Answers like the service `count` times, then like `broken`. */
export const after =
  (count: number, broken: RequestListener) =>
  (whole: RequestListener): RequestListener => {
    let seen = 0;
    return (request, response) => {
      seen += 1;
      (seen > count ? broken : whole)(request, response);
    };
  };

/** The reference service as `service.test`, a name that only the proxy in front of it resolves. */
export const behindProxy = async (rules: ProxyRules, user = ''): Promise<StandIn> => {
  const service = await withFrontEnd(false);
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

/** Rest of the header of a raw response. */
export const REST = 'content-type: application/json\r\n';

/** Sends a start, then the same piece again and again. */
export const dripping =
  (start: string, piece: string, every: number) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      socket.write(start);
      const timer = setInterval(() => socket.write(piece), every);
      socket.on('close', () => clearInterval(timer));
    });
  };

/** Answers every tenth request like `broken`. */
export const nowAndThen =
  (broken: RequestListener) =>
  (whole: RequestListener): RequestListener => {
    let seen = 0;
    return (request, response) => {
      seen += 1;
      (seen % 10 === 5 ? broken : whole)(request, response);
    };
  };

/** Answers every request with this status, without a body. */
export const busy =
  (status: number, headers: Readonly<Record<string, string>>): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end();
  };

/** Sends an endless body, a space every 200 ms. */
export const drip: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  const timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
};

/** Reads every request and never answers. */
export const SILENCE: RequestListener = (request) => request.resume();
/** User and percent-encoded password in the address of a proxy. */
export const PASSWORD = 'me:open%20sesame@';

type Reply = readonly [
  status: number,
  type?: string | undefined,
  body?: string,
  headers?: Readonly<Record<string, string>>,
];

/** Media type of a web page. */
export const HTML = 'text/html; charset=utf-8';
/** Media type of JSON. */
export const JSON_TYPE = 'application/json';
/** A web page with this heading. */
export const page = (text: string): string => `<!doctype html>\n<html><h1>${text}</h1></html>\n`;

/** A service that answers in its own way. `path` is the path of its address. */
export const respondingWith =
  (reply: (request: Received) => Reply, path = '') =>
  async (): Promise<StandIn> => {
    const server = await startLocalServer((request, response) => {
      const [status, type, body = '', headers = {}] = reply(request);
      response
        .writeHead(status, { ...headers, ...(type === undefined ? {} : { 'content-type': type }) })
        .end(body);
    });
    return { base: server.address + path, close: () => server.close() };
  };

/** A service that redirects every request. */
export const redirecting = (to: (request: Received) => string, status = 302) =>
  respondingWith((request) => [status, undefined, '', { location: to(request) }]);

/** A port with its own protocol. */
export const port =
  (
    speak: (socket: Socket) => void,
    { scheme = 'http', deadline }: { readonly scheme?: string; readonly deadline?: number } = {},
  ) =>
  async (): Promise<StandIn> => {
    const sockets = new Set<Socket>();
    const server = createSocketServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
      speak(socket);
    });
    const base = `${scheme}://127.0.0.1:${await listening(server)}`;
    return {
      base,
      ...(deadline === undefined ? {} : { target: { base_url: base, limits: { deadline } } }),
      close: async () => {
        for (const socket of sockets) socket.destroy();
        await closed(server);
      },
    };
  };

/** A port that accepts only TLS. */
export const tlsPort = async (): Promise<StandIn> => {
  // Without a certificate the TLS handshake never completes.
  const server = createTlsServer({}).on('tlsClientError', () => {});
  return { base: `http://127.0.0.1:${await listening(server)}`, close: () => closed(server) };
};

type Changed = (target: Record<string, unknown>) => Readonly<Record<string, unknown>>;

/** The reference service with a changed target. */
export const described =
  (change: Changed, options: Parameters<typeof startReference>[0] = {}) =>
  async (): Promise<StandIn> => {
    const running = await startReference(options);
    return { ...running, base: running.base_url, target: change(running.target) };
  };

const bearer = (name: string) => ({ auth: { scheme: 'bearer', token: `\${${name}}` } });
/** Declares these identities with the bearer tokens of these variables. */
export const identities =
  (names: Readonly<Record<string, string>>): Changed =>
  (target) => ({
    ...target,
    identities: Object.fromEntries(
      Object.entries(names).map(([identity, name]) => [identity, bearer(name)]),
    ),
  });

/** Tests if a request has no Authorization header. */
export const isAnonymous = ({ headers }: Received): boolean => headers.authorization === undefined;
