import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a price request; `count` goes from 1. */
export type PriceAnswer = (response: ServerResponse, count: number) => void;

/** A service for tests that accepts any draft and lets the test answer the price requests. */
export interface TestService {
  readonly address: string;
  readonly prices: () => number;
  /** Bodies of all price requests, in the order of their arrival. */
  readonly bodies: readonly string[];
  /** The draft of each of them. */
  readonly drafts: readonly string[];
  close(): Promise<void>;
}

const priceOf = (count: number): string =>
  JSON.stringify({ priceRequestId: `p${count}`, validUntil: '2999-12-31T00:00:00Z' });

/** A right answer to a price request of any line. */
export const rightPrice: PriceAnswer = (response, count) => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'last-modified': new Date().toUTCString(),
  });
  response.end(priceOf(count));
};

/** A price request that is answered with another success than the specified one (STATUS-01). */
export const wrongPrice: PriceAnswer = (response, count) => {
  response.writeHead(201, {
    'content-type': 'application/json',
    'last-modified': new Date().toUTCString(),
  });
  response.end(priceOf(count));
};

/** Starts a service on 127.0.0.1 and a free port. */
export const startTestService = async (price: PriceAnswer = rightPrice): Promise<TestService> => {
  let prices = 0;
  let made = 0;
  const drafts: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.endsWith('/price-requests')) {
        prices += 1;
        drafts.push(request.url.split('/').at(-2) ?? '');
        bodies.push(Buffer.concat(chunks).toString());
        price(response, prices);
        return;
      }
      made += 1;
      response.writeHead(200, {
        'content-type': 'application/json',
        'last-modified': new Date().toUTCString(),
      });
      response.end(JSON.stringify({ draftId: `d${made}` }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prices: () => prices,
    bodies,
    drafts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
