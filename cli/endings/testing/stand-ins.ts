import { NETWORK_STAND_INS, ADDRESS_STAND_INS } from './strange-services.ts';
import { type StandIn } from './stand-in-parts.ts';
import {
  type LocalServer,
  startLocalServer,
  type Received,
} from '../../../client/testing/local-server.ts';
import { startReference } from '../../../reference/start.ts';
import { startFailing } from '../../../reference/failing/start-failing.ts';
import { type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import { rightPrice } from '../../../load/testing/test-service.ts';

/** Failure of a service under load. */
interface FailurePlan {
  /** Number of price requests or drafts that are answered first. */
  readonly prices?: number;
  readonly drafts?: number;
  /** Default: the service closes its port. */
  readonly hangs?: true;
}

const answer = (response: ServerResponse, body: object): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'last-modified': new Date().toUTCString(),
  });
  response.end(JSON.stringify(body));
};

/** A service that accepts and prices any draft, until it fails. */
const failingAfter = async ({ prices = Infinity, drafts = Infinity, hangs }: FailurePlan) => {
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

/** A service that accepts any draft and answers every price request with this status. */
const pricesWith = async (status: number) => {
  const server = await startLocalServer(({ url }, response, count) => {
    if (url.endsWith('/price-requests')) response.writeHead(status).end();
    else answer(response, { draftId: `d${count}` });
  });
  return { base: server.address, close: () => server.close() };
};

/** Services of the rows about load; each dies once, so rows do not share them. */
const LOAD_STAND_INS = {
  prices: () => failingAfter({}),
  'dies under load': () => failingAfter({ prices: 60 }),
  'dies under load, too': () => failingAfter({ prices: 60 }),
  'dies at once': () => failingAfter({ prices: 3 }),
  'dies at drafts': () => failingAfter({ drafts: 25 }),
  'prices with 402': () => pricesWith(402),
} as const;

/** Changes to a target: `null` removes a key, an object is merged. */
type Change = {
  readonly [key: string]: Change | string | number | boolean | null | readonly unknown[];
};

const changed = (
  target: Readonly<Record<string, unknown>>,
  change: Change,
): Record<string, unknown> => {
  const result = { ...target };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value)) {
      const before = result[key] ?? {};
      result[key] = changed(before as Record<string, unknown>, value as Change);
    } else result[key] = value;
  }
  return result;
};

/** A correct service with a wrong or incomplete target. */
const described = (dialect: string, change: Change) => async (): Promise<StandIn> => {
  const running = await startReference({ dialect });
  return { ...running, base: running.base_url, target: changed(running.target, change) };
};

/** Answers, or breaks the connection; returns false to forward the request. */
type Tamper = (request: Received, response: ServerResponse, count: number) => boolean;

const passOn = (to: string, request: Received, response: ServerResponse): void => {
  const { method, url, headers, body } = request;
  const passed = forward(new URL(url, to), { method, headers }, (answer: IncomingMessage) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  passed.end(body);
};

/** A correct service behind a tampering proxy. */
const tamperedWith =
  (tamper: Tamper, change: Change = {}) =>
  async (): Promise<StandIn> => {
    const running = await startReference();
    const relay = (to: string): Promise<LocalServer> =>
      startLocalServer((request, response, count) => {
        if (!tamper(request, response, count)) passOn(to, request, response);
      });
    const [base, gap] = await Promise.all([relay(running.base_url), relay(running.gap_base_url)]);
    const addresses = { base_url: base.address, gap_base_url: gap.address };
    return {
      base: base.address,
      environment: running.environment,
      target: { ...changed(running.target, change), ...addresses },
      close: async () => {
        await Promise.all([base.close(), gap.close(), running.close()]);
      },
    };
  };

/** Forwards the first requests, and then answers none. */
const diesAfter =
  (after: number): Tamper =>
  (_request, response, count) => {
    if (count <= after) return false;
    response.destroy();
    return true;
  };

const answering =
  (status: number, isMeant: (request: Received) => boolean, body = ''): Tamper =>
  (request, response) => {
    if (!isMeant(request)) return false;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return true;
  };

const isDraftWrite = ({ method, url }: Received): boolean =>
  (method === 'POST' && url.endsWith('/drafts')) ||
  (method === 'PUT' && /\/drafts\/[^/]+$/.test(url));
const isDraftCreate = ({ method, url }: Received): boolean =>
  method === 'POST' && url.endsWith('/drafts');

/** Correct services with wrong targets, and some that fail; each is started when a row needs it. */
export const WRONGLY_DESCRIBED = {
  'ids not described': described('prefixed', { ids: null }),
  'ids in a header, not described': described('header-ids', { ids: null }),
  'car id not described': described('prefixed', { ids: { travel: { car: '/carId' } } }),
  'person id not described': described('prefixed', { ids: { travel: { person: '/personId' } } }),
  'key id not described': described('prefixed', { ids: { travel: { metadata: '/keyId' } } }),
  'contract id not described': described('prefixed', { ids: { jobloss: { contract: '/id' } } }),
  'contract id of gap not described': described('plain', { ids: { gap: { contract: '/id' } } }),
  'terms token not described': described('prefixed', { termsToken: null }),
  'price not described': described('prefixed', { gapPrice: null }),
  'contract body not described': described('api-key', { bodies: null }),
  'wrong contract body': described('api-key', {
    bodies: { 'travel.contract-create': { userTermsToken: 'x' } },
  }),
  'person body not described': described('prefixed', { bodies: null }),
  'wrong payment term': described('late', { paymentTerms: ['YEARLY'] }),
  'wrong vehicle code': described('plain', { vehicleCodes: [{ code: '99999' }] }),
  'download not described': described('prefixed', { decisions: { downloadReady: null } }),
  'download described as ready': described('prefixed', { decisions: { downloadReady: true } }),
  'leads described as live': described('prefixed', { features: { landlordLeads: true } }),
  'leads described as not live': described('plain', { features: { landlordLeads: false } }),
  'last modified described': described('minimal', { decisions: { lastModified: true } }),
  'others may do nothing': described('prefixed', { decisions: { othersMay: 'nothing' } }),
  'second identity that has expired': described('plain', {
    identities: { other: { auth: { token: '${ASSAY_OTHER_TOKEN}-of-yesterday' } } },
  }),
  'others may not read, in former words': described('prefixed', {
    decisions: { othersMay: null, othersMayRead: false },
  }),
  'schema checked later': described('prefixed', {
    decisions: { checkpoints: { schema: 'write' } },
  }),
  'schema checked earlier': described('plain', {
    decisions: { checkpoints: { schema: 'contract' } },
  }),
  'start date checked later': described('late', {
    decisions: { checkpoints: { startDate: 'write' } },
  }),
  'employer checked earlier': described('mixed', {
    decisions: { checkpoints: { employer: 'contract' } },
  }),
  'mail domain unknown': tamperedWith(
    answering(
      400,
      (request) => isDraftWrite(request) && request.body.includes('@example.com'),
      '{"detail":"the domain is not allowed"}',
    ),
  ),
  'refuses every draft': tamperedWith(
    answering(422, isDraftCreate, '{"detail":"closed for today"}'),
  ),
  'breaks on every draft': tamperedWith(answering(500, isDraftCreate)),
  'refuses a body on DELETE': tamperedWith(answering(400, ({ method }) => method === 'DELETE')),
  'sends the caller elsewhere': tamperedWith((request, response) => {
    if (!request.url.endsWith('/to-contract') || request.body.includes('invalid')) return false;
    response.writeHead(303, { location: 'https://elsewhere.example/contracts/1' }).end();
    return true;
  }),
  'dies half-way': tamperedWith(diesAfter(8)),
  'dies before the odd requests': tamperedWith(diesAfter(60)),
  'is too slow for its deadline': tamperedWith(
    (request, response) => {
      if (!request.url.endsWith('/price-requests')) return false;
      setTimeout(() => response.writeHead(200).end('{}'), 4000);
      return true;
    },
    { limits: { deadline: 1500 } },
  ),
  'asks to wait': tamperedWith(
    (request, response) => {
      if (!request.url.endsWith('/price-requests')) return false;
      response.writeHead(429, { 'retry-after': '60' }).end();
      return true;
    },
    { limits: { retryBudget: 100 } },
  ),
} as const satisfies Record<string, () => Promise<StandIn>>;

const local = async (
  answer: Parameters<typeof startLocalServer>[0],
  path = '',
): Promise<StandIn> => {
  const server: LocalServer = await startLocalServer(answer);
  return { base: server.address + path, close: () => server.close() };
};

const reference = async (options: Parameters<typeof startReference>[0]): Promise<StandIn> => {
  const running = await startReference(options);
  return { ...running, base: running.base_url };
};

const failing = async (name: Parameters<typeof startFailing>[0]): Promise<StandIn> => {
  const running = await startFailing(name);
  return { base: running.base_url, close: () => running.close() };
};

/** Services by name; each is started once and shared by its rows. */
export const STAND_INS = {
  plain: () => reference({}),
  'wrong contract status': () => reference({ faults: ['gap-contract-created-with-200'] }),
  'answers 500': () => failing('answers-500'),
  'answers {}': () => failing('answers-200-empty-object'),
  ...NETWORK_STAND_INS,
  ...WRONGLY_DESCRIBED,
  'answers 404': () => local((_request, response) => response.writeHead(404).end()),
  ...ADDRESS_STAND_INS,
  'gap prices without Last-Modified': () => reference({ faults: ['gap-priced-with-201'] }),
  ...LOAD_STAND_INS,
} as const satisfies Record<string, () => Promise<StandIn>>;

/** Name of a stand-in. */
export type StandInName = keyof typeof STAND_INS;
