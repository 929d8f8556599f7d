import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A relay on a free port of 127.0.0.1 that keeps its address when the service behind it changes. */
export interface SteadyAddress {
  readonly origin: string;
  /** Forwards all calls to this origin from now on. */
  readonly leadTo: (origin: string) => void;
}

/** Opens a relay until the test ends, since another test may take a port that a stopped service had. */
export const steadyAddress = async (): Promise<SteadyAddress> => {
  let behind = '';
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const call = request(new URL(url, behind), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo: (origin) => {
      behind = origin;
    },
  };
};
