import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExpectedAnswer } from '../plan.ts';
import { restAnswerOf } from '../preparation/rest-answer.ts';

/** A service of our own that answers every request after a fixed delay: what k6 measures beyond it is the generator's part. */
export interface Stub {
  readonly address: string;
  /** Milliseconds that the stub itself took for its answers so far, ascending. */
  readonly taken: () => readonly number[];
  close(): Promise<void>;
}

const amount = (value: number) => ({ currency: 'EUR', value });

/** A price request resource, so that reading and judging it costs what a real one costs. */
const ANSWER = JSON.stringify({
  priceRequestId: 'stub',
  validUntil: '2999-12-31T00:00:00Z',
  prices: ['JOBLOSS-A', 'JOBLOSS-B'].map((variant) => ({
    variant,
    commercialName: variant,
    claimLimit: amount(500_000),
    pricePerYearWithTax: amount(12_000),
    pricePerYearWithoutTax: amount(11_000),
    premiumTax: amount(1_000),
  })),
});

/** What the scripts expect of a stub: that its id varies, as that of a service does. */
export const STUB_EXPECTED: ExpectedAnswer = {
  status: 200,
  first: '{'.charCodeAt(0),
  lastModified: true,
  varying: ['/validUntil'],
  idPlace: '/priceRequestId',
  compareNumbers: true,
};

/** The answer of a stub, as one at rest. */
export const STUB_REST = restAnswerOf(ANSWER, STUB_EXPECTED.varying, STUB_EXPECTED.idPlace);

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
