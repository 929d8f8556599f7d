import type { BodyText, Exchange, HeaderMap } from '../../spec/exchange.ts';
import { setHeader } from '../http/header-map.ts';

/** The headers of both messages of an exchange. */
export interface BothHeaders {
  readonly request: HeaderMap;
  readonly response: HeaderMap;
}

const mapHeaders = (
  headers: HeaderMap,
  map: (name: string, value: string) => string,
): HeaderMap => {
  const mapped: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    const shown = typeof value === 'string' ? map(name, value) : value.map((one) => map(name, one));
    setHeader(mapped, name, shown);
  }
  return mapped;
};

/** The headers of an exchange, each value mapped. */
export const mapBothHeaders = (
  { request, response }: Exchange,
  map: (name: string, value: string) => string,
): BothHeaders => ({
  request: mapHeaders(request.headers, map),
  response: mapHeaders(response?.headers ?? {}, map),
});

/** What is done to the other texts of an exchange, by kind. */
export interface TextMaps {
  readonly body: (body: BodyText) => BodyText;
  /** The URL and the message of an error. */
  readonly plain: (text: string) => string;
}

/** The exchange with every text that came from or went to the network mapped, and with these headers; all else stays. */
export const mapExchangeTexts = (
  { request, response, error, ...rest }: Exchange,
  headers: BothHeaders,
  { body, plain }: TextMaps,
): Exchange => ({
  ...rest,
  request: {
    method: request.method,
    url: plain(request.url),
    headers: headers.request,
    ...(request.headerNames ? { headerNames: request.headerNames } : {}),
    ...(request.body ? { body: body(request.body) } : {}),
  },
  ...(response
    ? {
        response: {
          status: response.status,
          headers: headers.response,
          body: body(response.body),
        },
      }
    : {}),
  ...(error ? { error: { ...error, message: plain(error.message) } } : {}),
});

/** Of each name so many values are kept: some, such as dates and addresses, are others in every answer. */
const KEPT = 50;

/**
 * Remembers what a header is shown as, since most headers are the same in every exchange. All is forgotten when `known`, the
 * number of values that are secret, changes: a new one may stand in any header.
 */
export const createHeaderMemory = (
  shown: (name: string, value: string) => string,
  known: () => number,
): ((name: string, value: string) => string) => {
  const memory = new Map<string, Map<string, string>>();
  let before = known();
  return (name, value) => {
    const own = memory.get(name) ?? new Map<string, string>();
    const remembered = before === known() ? own.get(value) : undefined;
    if (remembered !== undefined) return remembered;
    const text = shown(name, value);
    // What was just found may be new itself.
    if (before !== known()) {
      memory.clear();
      before = known();
      return text;
    }
    if (own.size < KEPT) memory.set(name, own.set(value, text));
    return text;
  };
};
