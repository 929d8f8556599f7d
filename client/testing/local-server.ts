import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import {
  createServer as createSecureServer,
  type ServerOptions as SecureServerOptions,
} from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request as a local server received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** In their original spelling. */
  readonly headerNames: readonly string[];
  readonly body: string;
}

/** HTTP server of a test, on 127.0.0.1 and a free port. */
export interface LocalServer {
  readonly address: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/**
 * Starts a server that records requests and answers with `answer`; `count` starts from 1. With a certificate it uses https, and
 * its address names localhost.
 */
export const startLocalServer = async (
  answer: (request: Received, response: ServerResponse, count: number) => void,
  certificate?: Pick<SecureServerOptions, 'key' | 'cert' | 'ca' | 'requestCert'>,
): Promise<LocalServer> => {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers, rawHeaders } = request;
    const headerNames = rawHeaders.filter((_, at) => at % 2 === 0);
    const one = { method, url, headers, headerNames, body: await bodyOf(request) };
    answer(one, response, received.push(one));
  };
  const listener: RequestListener = (request, response) => void take(request, response);
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
