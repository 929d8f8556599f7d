import type { BodyText, Exchange, HeaderMap } from '../../spec/exchange.ts';

/** Mappings of an exchange's texts, by kind. */
export interface TextMaps {
  readonly header: (name: string, value: string) => string;
  readonly body: (body: BodyText) => BodyText;
  /** The URL and the message of an error. */
  readonly plain: (text: string) => string;
}

/** Maps every text of an exchange that came from or went to the network, headers first; the rest stays. */
export const mapExchangeTexts = (
  { request, response, error, ...rest }: Exchange,
  { header, body, plain }: TextMaps,
): Exchange => {
  const headersOf = (headers: HeaderMap): HeaderMap =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? header(name, value) : value.map((one) => header(name, one)),
      ]),
    );
  const sent = headersOf(request.headers);
  const received = headersOf(response?.headers ?? {});
  return {
    ...rest,
    request: {
      method: request.method,
      url: plain(request.url),
      headers: sent,
      ...(request.headerNames ? { headerNames: request.headerNames } : {}),
      ...(request.body ? { body: body(request.body) } : {}),
    },
    ...(response
      ? { response: { status: response.status, headers: received, body: body(response.body) } }
      : {}),
    ...(error ? { error: { ...error, message: plain(error.message) } } : {}),
  };
};
