import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReference } from '../../reference/start.ts';
import type { Line } from '../../spec/line.ts';
import type { FaultyCall, LoadFault, ProxyAnswer } from './load-fault.ts';
import { LOAD_FAULTS, type LoadFaultName } from './load-faults.ts';
import { Answers } from './proxy-memory.ts';

/** Name and parameters of a fault. */
export interface FaultyOptions {
  /** Default: a proxy that only relays. */
  readonly fault?: LoadFaultName | undefined;
  /** Share of the price requests that it strikes; default: the fault's own. */
  readonly share?: number | undefined;
  /** Seed for drawing the affected price requests. Default 1. */
  readonly seed?: number | undefined;
  /** Number of price requests that pass unchanged first, such as those of the preparation. Default 0. */
  readonly after?: number | undefined;
  /** Milliseconds that are added to every answer. Default 0. */
  readonly latency?: number | undefined;
  /** Dialect of the service behind it. Default plain. */
  readonly dialect?: string | undefined;
}

/** A running reference service behind a proxy that makes it faulty. */
export interface FaultyService {
  readonly base_url: string;
  readonly gap_base_url: string;
  /** Target document for the proxy; secrets are `${ASSAY_…}` references. */
  readonly target: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Number of price requests, and of those that the fault has struck. */
  readonly counts: () => { readonly prices: number; readonly struck: number };
  close(): Promise<void>;
}

/** A random number generator from 0 to 1 (mulberry32). */
const chance = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const PRICE = /\/(jobloss|travel|landlord|gap)\/drafts\/([^/]+)\/price-requests(?:\?|$)/;

const bytesOf = async (from: http.IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

interface Strike extends FaultyCall {
  readonly fault: LoadFault | undefined;
}

/** Draws for every price request if the fault strikes it. */
const strikesOf = ({ fault, share, seed = 1, after = 0 }: FaultyOptions) => {
  const own: LoadFault | undefined = fault && LOAD_FAULTS[fault];
  const draw = chance(seed);
  const counts = { prices: 0, struck: 0 };
  let begun = 0;
  let second = 0;
  let inSecond = 0;
  const strike = (line: Line, draft: string): Strike => {
    const now = performance.now();
    counts.prices += 1;
    if (counts.prices === after + 1) begun = now;
    const isStruck = draw() < (share ?? own?.share ?? 0) && counts.prices > after;
    inSecond = Math.floor(now / 1000) === second ? inSecond + 1 : 1;
    second = Math.floor(now / 1000);
    const { prices: nth } = counts;
    return { line, draft, at: now - begun, nth, inSecond, fault: isStruck ? own : undefined };
  };
  return { strike, counts };
};

type Ask = (port: string, from: http.IncomingMessage, body: Buffer) => Promise<Relayed>;

interface Relayed {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const askWith =
  (agent: http.Agent): Ask =>
  async (port, { method, url: path, headers }, body) => {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const call = { host: '127.0.0.1', port, method, path, headers, agent };
      http.request(call, resolve).on('error', reject).end(body);
    });
    const { 'transfer-encoding': _chunked, connection: _connection, ...own } = answer.headers;
    return { status: answer.statusCode ?? 0, headers: own, body: await bytesOf(answer) };
  };

/** Answers one price request, with the fault if it strikes. */
const answerPrice = async (
  struck: Strike,
  latency: number,
  answers: Answers,
  right: () => Promise<ProxyAnswer>,
): Promise<{ readonly answer: ProxyAnswer | 'reset' | 'silence'; readonly isWrong: boolean }> => {
  const { fault } = struck;
  const delay = fault?.delay?.(struck) ?? 0;
  if (latency + delay > 0) await sleep(latency + delay);
  const instead = fault?.instead?.(struck);
  if (instead !== undefined) return { answer: instead, isWrong: true };
  const answer = await right();
  if (answer.status >= 400) return { answer, isWrong: delay > 0 };
  const rewritten = fault?.rewrite?.(answer, struck, answers);
  answers.keep(struck, answer);
  return { answer: rewritten ?? answer, isWrong: rewritten !== undefined || delay > 0 };
};

/** Relays the requests of one server to the service at a port. */
const relayTo = (port: string, options: FaultyOptions, shared: Shared): http.RequestListener => {
  const { ask, answers, strikes } = shared;
  const relay = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> => {
    const body = await bytesOf(request);
    const [, line, draft] = (request.method === 'POST' && PRICE.exec(request.url ?? '')) || [];
    if (line === undefined || draft === undefined) {
      const { status, headers, body: bytes } = await ask(port, request, body);
      response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
      return;
    }
    const struck = strikes.strike(line as Line, draft);
    const { answer, isWrong } = await answerPrice(
      struck,
      options.latency ?? 0,
      answers,
      async () => {
        const right = await ask(port, request, body);
        const headers = right.headers as ProxyAnswer['headers'];
        return { ...right, headers, body: right.body.toString() };
      },
    );
    if (isWrong) strikes.counts.struck += 1;
    if (answer === 'reset') request.socket.resetAndDestroy();
    if (typeof answer === 'string') return;
    const length = Buffer.byteLength(answer.body);
    const headers = { ...answer.headers, 'content-length': length } as http.OutgoingHttpHeaders;
    response.writeHead(answer.status, headers).end(answer.body);
  };
  return (request, response) => {
    relay(request, response).catch(() => response.destroy());
  };
};

interface Shared {
  readonly ask: Ask;
  readonly answers: Answers;
  readonly strikes: ReturnType<typeof strikesOf>;
}

/** Starts the reference service, and for each of its addresses a proxy on 127.0.0.1 and a free port. */
export const startFaultyProxy = async (options: FaultyOptions = {}): Promise<FaultyService> => {
  const reference = await startReference({ dialect: options.dialect ?? 'plain' });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const strikes = strikesOf(options);
  const shared = { ask: askWith(agent), answers: new Answers(), strikes };
  const servers = new Map<string, http.Server>();
  const before = async (address: string): Promise<string> => {
    const { port } = new URL(address);
    const listener = relayTo(port, options, shared);
    const server =
      servers.get(port) ??
      http.createServer({ keepAliveTimeout: 65_000 }, listener).listen(0, '127.0.0.1');
    servers.set(port, server);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const own = (server.address() as AddressInfo).port;
    return Object.assign(new URL(address), { port: String(own) }).href.replace(/\/$/, '');
  };
  const base_url = await before(reference.base_url);
  const gap_base_url = await before(reference.gap_base_url);
  return {
    base_url,
    gap_base_url,
    target: { ...reference.target, base_url, gap_base_url },
    environment: reference.environment,
    counts: () => ({ ...strikes.counts }),
    close: async () => {
      for (const server of servers.values()) {
        server.close();
        server.closeAllConnections();
      }
      agent.destroy();
      await reference.close();
    },
  };
};
