import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { type Exchange, type HeaderMap, type TransportError, UNREAD } from '../../spec/exchange.ts';
import { bodyText } from '../target/places.ts';
import { createRoutes, type Route, type ConnectionLimits } from './dispatcher.ts';
import type { Network } from '../target/network.ts';
import { isWholeDespiteBlanks, refusedAnswer } from './refused-answer.ts';
import { answerLimitError } from './answer-limits.ts';
import { type OutgoingRequest, wireHeaderName } from './build-request.ts';
import type { Dispatcher } from 'undici';
import type { Proxy } from './proxies.ts';

/** Connection errors; with a proxy it is the proxy that cannot be reached. */
const NO_CONNECTION =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_\w+)$/;

const ofProxy = ({ code, message }: TransportError, proxy: Proxy): TransportError => {
  const name = `the proxy ${proxy.shown} (${proxy.namedBy})`;
  const [, refusal] = /Proxy response \((\d+)\)/.exec(message) ?? [];
  if (refusal === '407' || /Proxy Authentication Required/.test(message))
    return {
      code: 'PROXY_AUTHENTICATION',
      message: `${name} requires another user or password (407)`,
    };
  if (refusal !== undefined)
    return { code: 'PROXY_REFUSED', message: `${name} answered ${refusal} to CONNECT` };
  if (NO_CONNECTION.test(code))
    return { code: 'PROXY_UNREACHABLE', message: `${name}: ${message}` };
  return { code, message };
};

/** Error of the network as recorded in an exchange; an error of a proxy names the proxy. */
const transportError = (
  error: unknown,
  proxy: Proxy | undefined,
  hasHeaders: boolean,
): TransportError => {
  const { code, message, errors } = error as {
    code?: unknown;
    message?: unknown;
    errors?: readonly unknown[];
  };
  const messages = [message, ...(errors ?? []).map((one) => (one as Error).message)];
  const known = {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: messages.filter(Boolean).join('; ') || 'no message',
  };
  return refusedAnswer(known, hasHeaders) ?? (proxy ? ofProxy(known, proxy) : known);
};

/** An answer as received. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Before content decoding. */
  readonly bytes: Buffer;
}

const LARGEST = 32 * 1024 * 1024;

/** The answer exceeds the size limit. */
class AnswerTooLarge extends Error {
  readonly code = UNREAD.tooLarge;
  /** Maximum number of bytes read. */
  static readonly LARGEST = LARGEST;

  constructor() {
    super(`the answer exceeds the ${LARGEST} bytes that Assay reads`);
  }
}

/** The answer was not complete in time. */
class Overdue extends Error {}

/**
 * Sends one request and receives the complete answer before the deadline, in milliseconds. Uses undici's dispatch, since
 * `request` would create a stream and a signal for each of thousands of answers. Calls `onHeaders` when the headers have
 * arrived. Rejects with Overdue, AnswerTooLarge, or undici's error.
 */
const receive = async (
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  deadline: number,
  onHeaders: () => void,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let connection: Dispatcher.DispatchController | undefined;
  let overdue: Overdue | undefined;
  let head: Omit<Answer, 'bytes'> | undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // A request still waiting for a connection is aborted once it has one; connecting has the same deadline.
  const timer = setTimeout(() => {
    overdue = new Overdue();
    connection?.abort(overdue);
  }, deadline);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      connection = controller;
      if (overdue) controller.abort(overdue);
    },
    onResponseStart: (_controller, status, headers) => {
      // Informational answers are ignored (RFC 9110, 15.2).
      if (status < 200) return;
      head = { status, headers };
      onHeaders();
    },
    onResponseData: (controller, chunk) => {
      size += chunk.length;
      if (size > LARGEST) controller.abort(new AnswerTooLarge());
      else chunks.push(chunk);
    },
    onResponseEnd: () => {
      if (head) resolve({ ...head, bytes: Buffer.concat(chunks) });
      else reject(new Error('the answer ended without a status'));
    },
    onResponseError: (_controller, error) => {
      const length = head?.headers['content-length'];
      if (head && !overdue && isWholeDespiteBlanks(error, length, size))
        resolve({ ...head, bytes: Buffer.concat(chunks) });
      else reject(overdue ?? error);
    },
  };
  try {
    dispatcher.dispatch(options, handler);
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};

/** Outcome of one request, as recorded in an exchange. */
export type Outcome = Pick<Exchange, 'at' | 'response' | 'error' | 'timings'>;

/** Sends single requests over keep-alive connections. Never throws for errors of the service. */
export interface Transport {
  /** `deadline`: timeout of this request in milliseconds; the limit is both maximum and default. */
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
  // Some services send a raw deflate stream, without zlib's header.
  deflate: inflateAny,
};

/** Body after content decoding; unchanged if an encoding is unknown or was not applied. */
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

/** A header's value without the blanks behind it, which are no part of it (RFC 9110, 5.5), and which undici leaves. */
const withoutBlanks = (value: string): string => {
  let end = value.length;
  while (end > 0 && ' \t'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
};

const present = (headers: Answer['headers']): HeaderMap =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value ? [[name, Array.isArray(value) ? value.map(withoutBlanks) : withoutBlanks(value)]] : [],
    ),
  );

const withSpelling = ({
  headers,
  headerNames = {},
}: OutgoingRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      headerNames[name] ?? wireHeaderName(name),
      value,
    ]),
  );

const send = async (
  { dispatcher, proxy }: Route,
  request: OutgoingRequest,
  deadline: number,
): Promise<Outcome> => {
  const at = new Date().toISOString();
  const start = performance.now();
  let headersAfter: { readonly headers?: number } = {};
  try {
    const { origin, path, method, body = null } = request;
    const options = { origin, path, method, headers: withSpelling(request), body };
    const answer = await receive(dispatcher, options, deadline, () => {
      headersAfter = { headers: sinceStart(start) };
    });
    const total = sinceStart(start);
    const { status } = answer;
    const headers = present(answer.headers);
    const response = { status, headers, body: bodyText(await decoded(answer.bytes, headers)) };
    const unread = answerLimitError(status, response.body);
    return {
      at,
      ...(unread ? { error: unread } : { response }),
      timings: { ...headersAfter, total },
    };
  } catch (error) {
    const hasHeaders = headersAfter.headers !== undefined;
    const known = transportError(error, proxy, hasHeaders);
    if (known.code === 'UND_ERR_INVALID_ARG') throw error;
    const missing = hasHeaders ? 'headers, but no whole body,' : 'no answer';
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

/** Creates a transport within these limits, over this network. Closing waits for requests in flight. */
export const createTransport = ({
  limits,
  network,
  keepAlive = true,
}: {
  readonly limits: ConnectionLimits;
  readonly network: Network;
  /** False: every request has a connection of its own. */
  readonly keepAlive?: boolean;
}): Transport => {
  const ways = createRoutes({ ...limits, keepAlive }, network);
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
