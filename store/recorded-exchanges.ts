import { closeSync, openSync, readSync } from 'node:fs';
import type { BodyText, Exchange, HeaderMap } from '../spec/exchange.ts';
import { memoizedLast } from '../spec/memoized.ts';
import { type JsonLines, readJsonLines } from './json-lines.ts';
import type { Facts } from '../oracles/facts.ts';
import type { RunRecord } from './run-record.ts';

type Request = Exchange['request'];
type Response = NonNullable<Exchange['response']>;

/** Position of a line in a record, in bytes. */
interface Place {
  readonly path: string;
  readonly from: number;
  readonly length: number;
}

/** Exchanges read from a record. */
export interface RecordedExchanges extends JsonLines<Exchange> {
  /** Numbers of long exchanges beyond the first `LOOKED_AT` bytes of such, which reports skip. */
  readonly passedOver: ReadonlySet<number>;
}

/** Bytes of a line from which its bodies stay on disk: a record may exceed memory. */
const LARGE = 2 ** 15;
/** Bytes of long exchanges that reports read again. */
const MAX_REREAD_BYTES = 2 ** 25;

const exchangeAt = ({ path, from, length }: Place): Exchange => {
  const file = openSync(path, 'r');
  try {
    const line = Buffer.allocUnsafe(length);
    readSync(file, line, 0, length, from);
    return JSON.parse(line.toString('utf8')) as Exchange;
  } finally {
    closeSync(file);
  }
};

/** A message whose body is read on access; must not hold the body itself. */
const withBodyInFile = <Message extends Request | Response>(
  message: Omit<Message, 'body'>,
  read: () => BodyText | undefined,
): Message => Object.defineProperty(message, 'body', { enumerable: true, get: read }) as Message;

/** Interns equal headers. */
const sharedHeaders = (): ((headers: HeaderMap) => HeaderMap) => {
  const known = new Map<string, HeaderMap>();
  return (headers) => {
    const text = JSON.stringify(headers);
    const same = known.get(text) ?? headers;
    known.set(text, same);
    return same;
  };
};

/** Rejected requests are read often, and are a small part of all. */
const isReread = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 400;

/**
 * Exchanges of a run's record. Requests are most of it and rarely read unless they were rejected, so their bodies stay on disk,
 * as do those of long lines; both are read on each access. Throws as `readJsonLines` does.
 */
export const readExchanges = (path: string): RecordedExchanges => {
  const shared = sharedHeaders();
  // Several consumers read one body in succession.
  const readAgain = memoizedLast(exchangeAt);
  const keptRequest = (exchange: Exchange, place: Place): Request => {
    const { body, ...rest } = exchange.request;
    const headers = shared(rest.headers);
    const isKept = isReread(exchange) && place.length <= LARGE;
    return body === undefined || isKept
      ? { ...exchange.request, headers }
      : withBodyInFile<Request>({ ...rest, headers }, () => readAgain(place).request.body);
  };
  const keptResponse = ({ body, ...rest }: Response, place: Place): Response => {
    const headers = shared(rest.headers);
    return place.length <= LARGE
      ? { ...rest, headers, body }
      : withBodyInFile<Response>({ ...rest, headers }, () => readAgain(place).response?.body);
  };
  const passedOver = new Set<number>();
  let long = 0;
  const kept = (exchange: Exchange, from: number, length: number): Exchange => {
    const { response } = exchange;
    if (length > LARGE) long += length;
    if (length > LARGE && long > MAX_REREAD_BYTES) passedOver.add(exchange.n);
    const place = { path, from, length };
    return {
      ...exchange,
      request: keptRequest(exchange, place),
      ...(response ? { response: keptResponse(response, place) } : {}),
    };
  };
  return { ...readJsonLines<Exchange>(path, kept), passedOver };
};

/** Facts about the target for the judges, as the run recorded them. */
export const factsOf = ({ target }: Pick<RunRecord, 'target'>): Facts => {
  const { schemes, ...facts } = target as unknown as Facts & {
    readonly schemes: Readonly<Record<string, string>>;
  };
  const identities = Object.entries(schemes).map(([who, scheme]) => [who, { auth: { scheme } }]);
  return { ...facts, identities: Object.fromEntries(identities) as Facts['identities'] };
};
