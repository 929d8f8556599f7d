import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service of our own that answers every request after a fixed delay: what k6 measures beyond it is the generator's part. */
export interface Stub {
  readonly address: string;
  /** Milliseconds that the stub itself took for its answers so far, ascending. */
  readonly taken: () => readonly number[];
  close(): Promise<void>;
}

const ANSWER = JSON.stringify({ priceRequestId: 'stub', validUntil: '2999-12-31T00:00:00Z' });

/** Starts a stub on 127.0.0.1 and a free port; `delay` in milliseconds. */
export const startStub = async (delay: number): Promise<Stub> => {
  const taken: number[] = [];
  const server: Server = createServer((request, response) => {
    const start = performance.now();
    request.resume().on('end', () => {
      setTimeout(() => {
        response.writeHead(200, {
          'content-type': 'application/json',
          'last-modified': new Date().toUTCString(),
        });
        response.end(ANSWER);
        taken.push(performance.now() - start);
      }, delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken.toSorted((a, b) => a - b),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
