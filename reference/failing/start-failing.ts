import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** Failures of a server that look like a wrong address. */
export const FAILURE_MODES = [
  'closes-connections',
  'stalls',
  'answers-500',
  'answers-200-empty-object',
  'sends-html',
] as const;
/** One of these failures. */
export type FailureMode = (typeof FAILURE_MODES)[number];

/** A running failing service; `base_url` is the address of all lines. */
export interface RunningFailingService {
  readonly base_url: string;
  readonly close: () => Promise<void>;
}

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  };

const PAGE =
  '<!doctype html>\n<html lang="en"><title>Sign in</title><p>Please sign in.</p></html>\n';

const LISTENERS: Readonly<Record<FailureMode, RequestListener>> = {
  'closes-connections': (request) => {
    request.socket.destroy();
  },
  stalls: (request) => {
    request.resume();
  },
  'answers-500': answering(500, 'application/json', '{"error":"General Error"}'),
  'answers-200-empty-object': answering(200, 'application/json', '{}'),
  'sends-html': answering(200, 'text/html; charset=utf-8', PAGE),
};

const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** Starts a service on 127.0.0.1 and a free port that answers every request, whatever it is, in its one failure mode. */
export const startFailing = async (mode: FailureMode): Promise<RunningFailingService> => {
  const server = createServer(LISTENERS[mode]).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { base_url: `http://127.0.0.1:${port}`, close: () => close(server) };
};
