import { closeSync, openSync, readSync } from 'node:fs';
import type { BodyText, Exchange, HeaderMap } from '../spec/exchange.ts';
import { type JsonLines, readJsonLines } from './json-lines.ts';

type Request = Exchange['request'];

/** Where a line of a record stands, in bytes. */
interface Place {
  readonly path: string;
  readonly from: number;
  readonly length: number;
}

const readAgain = ({ path, from, length }: Place): Exchange => {
  const file = openSync(path, 'r');
  try {
    const line = Buffer.allocUnsafe(length);
    readSync(file, line, 0, length, from);
    return JSON.parse(line.toString('utf8')) as Exchange;
  } finally {
    closeSync(file);
  }
};

/** The request with a body that is read when it is asked for; nothing here may hold the body itself. */
const withBodyInFile = (request: Omit<Request, 'body'>, place: Place): Request =>
  Object.defineProperty(request, 'body', {
    enumerable: true,
    get: (): BodyText | undefined => readAgain(place).request.body,
  });

/** Gives the same object for headers that say the same. */
const sharedHeaders = (): ((headers: HeaderMap) => HeaderMap) => {
  const known = new Map<string, HeaderMap>();
  return (headers) => {
    const text = JSON.stringify(headers);
    const same = known.get(text) ?? headers;
    known.set(text, same);
    return same;
  };
};

/** What was refused is looked at by many, and is a small part of what was sent. */
const isLookedAt = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 400;

/**
 * The exchanges of a run's record. What was sent is most of it, and hardly looked at where it was not refused: the body of such a
 * request stays in the file, and is read each time that it is asked for. Throws as `readJsonLines` does.
 */
export const readExchanges = (path: string): JsonLines<Exchange> => {
  const shared = sharedHeaders();
  const kept = (exchange: Exchange, from: number, length: number): Exchange => {
    const { request, response } = exchange;
    const { body, ...rest } = request;
    const headers = shared(request.headers);
    return {
      ...exchange,
      request:
        body === undefined || isLookedAt(exchange)
          ? { ...request, headers }
          : withBodyInFile({ ...rest, headers }, { path, from, length }),
      ...(response ? { response: { ...response, headers: shared(response.headers) } } : {}),
    };
  };
  return readJsonLines<Exchange>(path, kept);
};
