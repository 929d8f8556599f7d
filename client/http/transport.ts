import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Exchange, HeaderMap } from '../../spec/exchange.ts';
import { bodyText } from './body.ts';
import { createWays, type Way, type WayLimits } from './dispatcher.ts';
import { setHeader } from './header-map.ts';
import type { Network } from '../target/network.ts';
import { notReadable } from './readable-answer.ts';
import { type Answer, AnswerTooLarge, Overdue, receive } from './receive.ts';
import { type OutgoingRequest, sentName } from './request-of.ts';
import { transportError } from './transport-error.ts';

/** What came of one request, in the words of an exchange. */
export type Outcome = Pick<Exchange, 'at' | 'response' | 'error' | 'timings'>;

/** Sends single requests over kept-alive connections. Never throws for what the service does. */
export interface Transport {
  /** `deadline`: milliseconds for this one; at most, and by default, those of the limits. */
  send(request: OutgoingRequest, deadline?: number): Promise<Outcome>;
  close(): Promise<void>;
}

const options = { maxOutputLength: AnswerTooLarge.LARGEST };
const inflateAny = (bytes: Buffer): Promise<Buffer> =>
  promisify(inflate)(bytes, options).catch(() => promisify(inflateRaw)(bytes, options));
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, options),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, options),
  br: (bytes) => promisify(brotliDecompress)(bytes, options),
  // Some services send the raw stream, without zlib's header.
  deflate: inflateAny,
};

/** The body without its content encodings; as it came where one is unknown or was not applied. */
const decoded = async (bytes: Buffer, headers: HeaderMap): Promise<Buffer> => {
  const applied = headers['content-encoding'];
  if (applied === undefined) return bytes;
  const encodings = [applied].flat().join(',').toLowerCase().split(',');
  let result = bytes;
  for (const encoding of encodings.map((name) => name.trim()).toReversed()) {
    const decode = DECODERS[encoding];
    if (!decode || result.length === 0) continue;
    try {
      result = await decode(result);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw new AnswerTooLarge();
      return bytes;
    }
  }
  return result;
};

const sinceStart = (start: number): number => Math.round((performance.now() - start) * 1000) / 1000;

const present = (headers: Answer['headers']): HeaderMap => {
  const shown: Record<string, string | string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value) setHeader(shown, name, value);
  }
  return shown;
};

const spelt = ({
  headers,
  headerNames = {},
}: OutgoingRequest): Readonly<Record<string, string>> => {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    setHeader(sent, headerNames[name] ?? sentName(name), value);
  return sent;
};

const send = async (
  { dispatcher, proxy }: Way,
  request: OutgoingRequest,
  deadline: number,
): Promise<Outcome> => {
  const at = new Date().toISOString();
  const start = performance.now();
  let headersAfter: { readonly headers?: number } = {};
  try {
    const { origin, path, method, body = null } = request;
    const options = { origin, path, method, headers: spelt(request), body };
    const answer = await receive(dispatcher, options, deadline, () => {
      headersAfter = { headers: sinceStart(start) };
    });
    const total = sinceStart(start);
    const { status } = answer;
    const headers = present(answer.headers);
    const response = { status, headers, body: bodyText(await decoded(answer.bytes, headers)) };
    const unread = notReadable(status, response.body);
    return {
      at,
      ...(unread ? { error: unread } : { response }),
      timings: { ...headersAfter, total },
    };
  } catch (error) {
    const known = transportError(error, proxy);
    if (known.code === 'UND_ERR_INVALID_ARG') throw error;
    const missing =
      headersAfter.headers === undefined ? 'no answer' : 'headers, but no whole body,';
    return {
      at,
      error:
        error instanceof Overdue
          ? { code: 'DEADLINE', message: `${missing} within ${deadline} ms` }
          : known,
      timings: { ...headersAfter, total: sinceStart(start) },
    };
  }
};

/**
 * A transport with at most so many connections to one origin, and so many milliseconds for each answer, over this network.
 * To close it waits for what is under way, which its deadline ends.
 */
export const createTransport = ({
  limits,
  network,
}: {
  readonly limits: WayLimits;
  readonly network: Network;
}): Transport => {
  const ways = createWays(limits, network);
  const underWay = new Set<Promise<unknown>>();
  return {
    send: (request, deadline = limits.deadline) => {
      const sending = send(ways.to(request.origin), request, deadline);
      underWay.add(sending);
      const forget = () => underWay.delete(sending);
      sending.then(forget, forget);
      return sending;
    },
    close: async () => {
      await Promise.allSettled(underWay);
      await ways.close();
    },
  };
};
