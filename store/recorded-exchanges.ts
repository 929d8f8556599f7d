import { closeSync, openSync, readSync } from 'node:fs';
import type { BodyText, Exchange, HeaderMap } from '../spec/exchange.ts';
import { memoizedLast } from '../spec/memoized.ts';
import { type JsonLines, readJsonLines } from './json-lines.ts';
import type { Facts } from '../oracles/facts.ts';
import type { RunRecord } from './run-record.ts';

type Request = Exchange['request'];
type Response = NonNullable<Exchange['response']>;

/** Where a line of a record stands, in bytes. */
interface Place {
  readonly path: string;
  readonly from: number;
  readonly length: number;
}

/** An exchange record that was read. */
export interface RecordedExchanges extends JsonLines<Exchange> {
  /** Numbers of long exchanges behind the first `LOOKED_AT` bytes of such: who only looks around passes them over. */
  readonly passedOver: ReadonlySet<number>;
}

/** Bytes of a line whose bodies stay in the file, whatever they are: a record may be larger than what memory holds. */
const LARGE = 2 ** 15;
/** Bytes of long exchanges that are looked at again by whoever need not see all. */
const LOOKED_AT = 2 ** 25;

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

/** The message with a body that is read when it is asked for; nothing here may hold the body itself. */
const withBodyInFile = <Message extends Request | Response>(
  message: Omit<Message, 'body'>,
  read: () => BodyText | undefined,
): Message => Object.defineProperty(message, 'body', { enumerable: true, get: read }) as Message;

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
 * request stays in the file, and so do the bodies of a long line; they are read each time that they are asked for. Throws as
 * `readJsonLines` does.
 */
export const readExchanges = (path: string): RecordedExchanges => {
  const shared = sharedHeaders();
  // Half a dozen look at one body, one after the other.
  const readAgain = memoizedLast(exchangeAt);
  const keptRequest = (exchange: Exchange, place: Place): Request => {
    const { body, ...rest } = exchange.request;
    const headers = shared(rest.headers);
    const isKept = isLookedAt(exchange) && place.length <= LARGE;
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
    if (length > LARGE && long > LOOKED_AT) passedOver.add(exchange.n);
    const place = { path, from, length };
    return {
      ...exchange,
      request: keptRequest(exchange, place),
      ...(response ? { response: keptResponse(response, place) } : {}),
    };
  };
  return { ...readJsonLines<Exchange>(path, kept), passedOver };
};

/** What the judges are told of the target, as the run recorded it. */
export const factsOf = ({ target }: Pick<RunRecord, 'target'>): Facts => {
  const { schemes, ...facts } = target as unknown as Facts & {
    readonly schemes: Readonly<Record<string, string>>;
  };
  const identities = Object.entries(schemes).map(([who, scheme]) => [who, { auth: { scheme } }]);
  return { ...facts, identities: Object.fromEntries(identities) as Facts['identities'] };
};
