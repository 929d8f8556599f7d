import type { ServerResponse } from 'node:http';
import { startLocalServer } from '../../../client/testing/local-server.ts';
import { rightPrice } from '../../../load/testing/test-service.ts';

/** How a service that is under load comes to its end. */
interface Fate {
  /** So many price requests, or drafts, are answered before it. */
  readonly prices?: number;
  readonly drafts?: number;
  /** Default: nothing listens at its address any more. */
  readonly hangs?: true;
}

const answer = (response: ServerResponse, body: object): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'last-modified': new Date().toUTCString(),
  });
  response.end(JSON.stringify(body));
};

/** A service that takes any draft and prices it, until it does not. */
const mortal = async ({ prices = Infinity, drafts = Infinity, hangs }: Fate) => {
  let priced = 0;
  let created = 0;
  const server = await startLocalServer(({ url }, response, count) => {
    const isPrice = url.endsWith('/price-requests');
    if (isPrice) priced += 1;
    else created += 1;
    if (priced <= prices && created <= drafts) {
      if (isPrice) rightPrice(response, count);
      else answer(response, { draftId: `d${count}` });
      return;
    }
    if (hangs) return;
    response.destroy();
    void server.close();
  });
  return { base: server.address, close: () => server.close() };
};

/** A service that answers every price request with this status, and takes any draft. */
const pricesWith = async (status: number) => {
  const server = await startLocalServer(({ url }, response, count) => {
    if (url.endsWith('/price-requests')) response.writeHead(status).end();
    else answer(response, { draftId: `d${count}` });
  });
  return { base: server.address, close: () => server.close() };
};

/** The services of the rows about load; each dies once, so none is shared by rows. */
export const LOAD_STAND_INS = {
  prices: () => mortal({}),
  'dies under load': () => mortal({ prices: 60 }),
  'dies under load, too': () => mortal({ prices: 60 }),
  'dies at once': () => mortal({ prices: 3 }),
  'dies at drafts': () => mortal({ drafts: 25 }),
  'prices with 402': () => pricesWith(402),
} as const;
