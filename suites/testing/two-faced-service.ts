import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startReference } from '../../reference/start.ts';

/** Ways in which a service recognises the harness and treats other clients differently. */
export type Face =
  'breaks for other agents' | 'validates no other agent' | 'breaks for other names';

/** A service that answers the harness correctly. */
export interface TwoFacedService {
  readonly target: object;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const bytesOf = async (from: http.IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const ask = async (
  { method, url = '', headers }: http.IncomingMessage,
  body: Buffer,
  port: string,
): Promise<Answer> => {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: url, headers };
    http.request(options, resolve).on('error', reject).end(body);
  });
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await bytesOf(answer) };
};

const isKnown = ({ headers, rawHeaders }: http.IncomingMessage, face: Face | undefined): boolean =>
  face === 'breaks for other names'
    ? rawHeaders.includes('authorization') || headers.authorization === undefined
    : headers['user-agent'] === 'node';

const ownHeaders = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders => {
  const { 'transfer-encoding': _chunked, connection: _connection, ...own } = headers;
  return own;
};

/** Relays to the service at a port, with two faces. */
const relay = (port: string, face: Face | undefined): http.Server => {
  const accepted = new Map<string, Answer>();
  const answerTo = async (request: http.IncomingMessage): Promise<Answer> => {
    const right = await ask(request, await bytesOf(request), port);
    const kind = `${request.method} ${request.url?.split('/').slice(0, 5).join('/')}`;
    if (right.status < 300) accepted.set(kind, right);
    if (face === undefined || isKnown(request, face)) return right;
    if (face !== 'validates no other agent') return { status: 500, headers: {}, body: Buffer.of() };
    return right.status === 400 || right.status === 402 ? (accepted.get(kind) ?? right) : right;
  };
  return http.createServer((request, response) => {
    answerTo(request).then(
      ({ status, headers, body }) => response.writeHead(status, ownHeaders(headers)).end(body),
      () => response.destroy(),
    );
  });
};

/** Starts the reference service behind two faces, or an honest one, on 127.0.0.1. */
export const startTwoFaced = async (face: Face | undefined): Promise<TwoFacedService> => {
  const reference = await startReference({ dialect: 'plain' });
  const { base_url: base, gap_base_url: gap } = reference;
  const servers: http.Server[] = [];
  const before = async (address: string): Promise<string> => {
    const server = relay(new URL(address).port, face);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return Object.assign(new URL(address), { port: String(port) }).href;
  };
  const [base_url, gap_base_url] = [await before(base), await before(gap)];
  return {
    target: { ...reference.target, base_url, gap_base_url },
    environment: reference.environment,
    close: async () => {
      for (const server of servers) server.close().closeAllConnections();
      await reference.close();
    },
  };
};
