import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A relay on a free port of 127.0.0.1, which keeps its address while another service stands behind it. */
export interface SteadyAddress {
  readonly origin: string;
  /** Leads all calls to the service at this origin from now on. */
  readonly leadTo: (origin: string) => void;
}

/** Opens a relay until the test ends: a port that a service gave back may be taken by a neighbour. */
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
