import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExpectedAnswer } from '../plan.ts';
import { restAnswerOf } from '../preparation/rest-answer.ts';
import { forkFile, nextMessage, starterOf } from '../starter.ts';

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

/**
 * Serves on 127.0.0.1 and a free port as long as its starter lives: it answers every request after a fixed delay, in milliseconds,
 * so that what k6 measures beyond it is the generator's part, and tells what it took itself.
 */
const serve = async (delay: number): Promise<void> => {
  const starter = starterOf();
  const taken: number[] = [];
  const server = createServer((request, response) => {
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
  starter.tell({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  process.once('message', () => starter.tell({ taken: taken.toSorted((a, b) => a - b) }));
  await starter.gone;
  server.close();
  server.closeAllConnections();
};

type Message = { readonly address: string } | { readonly taken: readonly number[] };

/** Starts a stub, with a delay in milliseconds, in a process that shares no thread with the reader of k6's log. */
export const spawnStub = async (delay: number) => {
  const child = forkFile(import.meta.filename, String(delay));
  const next = () => nextMessage<Message>(child, 'the stub');
  const first = await next();
  if (!('address' in first)) throw new Error('the stub said nothing of its address');
  return {
    address: first.address,
    /** Ends it; resolves to the milliseconds that it took for its answers, ascending. */
    end: async (): Promise<readonly number[]> => {
      const last = next();
      child.send('end');
      const message = await last;
      child.disconnect();
      return 'taken' in message ? message.taken : [];
    },
  };
};

// Not import.meta.main, which Node 22 does not know.
if (process.argv[1] === import.meta.filename) await serve(Number(process.argv[2]));
