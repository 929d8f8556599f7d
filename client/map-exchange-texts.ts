import type { BodyText, Exchange, HeaderMap } from '../spec/exchange.ts';

const mapHeaders = (headers: HeaderMap, map: TextMaps['header']): HeaderMap =>
  map === undefined
    ? headers
    : Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          typeof value === 'string' ? map(name, value) : value.map((one) => map(name, one)),
        ]),
      );

/** What is done to the texts of an exchange, by kind. */
export interface TextMaps {
  /** Left out: headers stay as they are. */
  readonly header?: (name: string, value: string) => string;
  readonly body: (body: BodyText) => BodyText;
  /** The URL and the message of an error. */
  readonly plain: (text: string) => string;
}

/** The exchange with every text that came from or went to the network mapped; all else stays. */
export const mapExchangeTexts = (
  { request, response, error, ...rest }: Exchange,
  { header, body, plain }: TextMaps,
): Exchange => ({
  ...rest,
  request: {
    method: request.method,
    url: plain(request.url),
    headers: mapHeaders(request.headers, header),
    ...(request.headerNames ? { headerNames: request.headerNames } : {}),
    ...(request.body ? { body: body(request.body) } : {}),
  },
  ...(response
    ? {
        response: {
          status: response.status,
          headers: mapHeaders(response.headers, header),
          body: body(response.body),
        },
      }
    : {}),
  ...(error ? { error: { code: error.code, message: plain(error.message) } } : {}),
});
