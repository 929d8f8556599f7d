import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExpectedAnswer } from '../plan.ts';
import { unloadedAnswerOf } from '../preparation/unloaded-answer.ts';
import { forkDetached, nextMessage, connectToParent } from '../parent-process.ts';

const amount = (value: number) => ({ currency: 'EUR', value });

/** A price request resource, so that reading and judging it costs as much as a real one. */
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

/** Expected answer of a stub, with a varying id like a real service. */
export const STUB_EXPECTED: ExpectedAnswer = {
  status: 200,
  lastModified: true,
  varying: ['/validUntil'],
  idPlace: '/priceRequestId',
  compareNumbers: true,
};

/** Answer of a stub before the load. */
export const STUB_UNLOADED = unloadedAnswerOf(ANSWER, STUB_EXPECTED);

/**
 * Serves on 127.0.0.1 and a free port until its parent process ends: answers every request after a fixed delay in
 * milliseconds, so that the rest of k6's measurement is the generator's overhead, and reports its own durations.
 */
const serve = async (delay: number): Promise<void> => {
  const starter = connectToParent();
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

/** Starts a stub with a delay in milliseconds, in a process that shares no thread with the reader of k6's log. */
export const spawnStub = async (delay: number) => {
  const child = forkDetached(import.meta.filename, String(delay));
  const next = () => nextMessage<Message>(child, 'the stub');
  const first = await next();
  if (!('address' in first)) throw new Error('the stub did not report its address');
  return {
    address: first.address,
    /** Stops it; resolves to the durations of its answers in milliseconds, ascending. */
    end: async (): Promise<readonly number[]> => {
      const last = next();
      child.send('end');
      const message = await last;
      child.disconnect();
      return 'taken' in message ? message.taken : [];
    },
  };
};

// Not import.meta.main, which Node 22 does not have.
if (process.argv[1] === import.meta.filename) await serve(Number(process.argv[2]));
