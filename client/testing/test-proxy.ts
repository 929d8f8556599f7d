import {
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** Forward proxy of a test, on 127.0.0.1 and a free port. */
export interface LocalProxy {
  readonly address: string;
  /** Requests that it received, such as `CONNECT service.test:443` and `GET http://service.test/a`. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Access rules and destinations of the proxy. */
export interface ProxyRules {
  /** Base64 of `user:password` that it requires. */
  readonly credential?: string;
  /** Ports of 127.0.0.1 for host names that only the proxy resolves. */
  readonly hosts?: Readonly<Record<string, number>>;
  /** Status with which it answers every CONNECT. */
  readonly refuses?: number;
}

const isAuthorised = ({ headers }: IncomingMessage, { credential }: ProxyRules): boolean =>
  credential === undefined || headers['proxy-authorization'] === `Basic ${credential}`;

const placeOf = (url: URL, { hosts = {} }: ProxyRules): { host: string; port: number } => {
  const known = hosts[url.hostname];
  return known === undefined
    ? { host: url.hostname, port: Number(url.port) }
    : { host: '127.0.0.1', port: known };
};

const forward = (request: IncomingMessage, response: ServerResponse, rules: ProxyRules): void => {
  if (!isAuthorised(request, rules)) {
    response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('<h1>Who are you?</h1>');
    return;
  }
  const url = new URL(request.url ?? '');
  const { method, headers } = request;
  const onward = send(
    { ...placeOf(url, rules), path: url.pathname + url.search, method, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
};

const tunnel = (request: IncomingMessage, socket: Socket, rules: ProxyRules): void => {
  socket.on('error', () => undefined);
  const status = isAuthorised(request, rules) ? rules.refuses : 407;
  if (status !== undefined) {
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    return;
  }
  const onward = connect(placeOf(new URL(`http://${request.url ?? ''}`), rules), () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
};

/** Starts a proxy that forwards plain requests and tunnels the others. */
export const startLocalProxy = async (rules: ProxyRules = {}): Promise<LocalProxy> => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url }: IncomingMessage) => asked.push(`${method} ${url}`);
  const server = createServer((request, response) => {
    note(request);
    forward(request, response, rules);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    tunnel(request, socket, rules);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
