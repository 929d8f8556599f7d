import type { BodyText, Exchange, HeaderMap } from '../spec/exchange.ts';

const nameValues = (headers: HeaderMap) =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => ({ name, value: each })),
  );

const headerOf = (headers: HeaderMap, name: string): string =>
  [headers[name] ?? ''].flat()[0] ?? '';

const sizeOf = (body: BodyText | undefined): number =>
  body === undefined
    ? 0
    : Buffer.byteLength(body.text, body.encoding === 'utf8' ? 'utf8' : 'base64');

const BASE64 = 'the text is base64';

const requestOf = ({ method, url, headers, headerNames, body }: Exchange['request']) => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: nameValues(headers).map(({ name, value }) => ({
    name: headerNames?.[name] ?? name,
    value,
  })),
  queryString: [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
  ...(body === undefined
    ? {}
    : {
        postData: {
          mimeType: headerOf(headers, 'content-type'),
          params: [],
          text: body.text,
          ...(body.encoding === 'base64' ? { comment: BASE64 } : {}),
        },
      }),
  headersSize: -1,
  bodySize: sizeOf(body),
});

/** Status 0 is what browsers export for a request without an answer. */
const responseOf = ({ response, error }: Exchange) => {
  const { status = 0, headers = {}, body } = response ?? {};
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: nameValues(headers),
    content: {
      size: sizeOf(body),
      mimeType: headerOf(headers, 'content-type'),
      text: body?.text ?? '',
      ...(body?.encoding === 'base64' ? { encoding: 'base64' } : {}),
    },
    redirectURL: headerOf(headers, 'location'),
    headersSize: -1,
    bodySize: sizeOf(body),
    ...(error === undefined ? {} : { comment: `${error.code}: ${error.message}` }),
  };
};

const entryOf = (exchange: Exchange) => {
  const { n, at, test, operation, timings } = exchange;
  const wait = timings.headers ?? timings.total;
  return {
    startedDateTime: at,
    time: timings.total,
    request: requestOf(exchange.request),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, timings.total - wait) },
    comment: `exchange ${n}, ${operation ?? 'followed link'}, ${test}`,
  };
};

/** Redacted exchanges as an HTTP Archive (HAR 1.2), which the developer tools of browsers open. */
export const httpArchive = (exchanges: readonly Exchange[], version: string) => ({
  log: {
    version: '1.2',
    creator: { name: 'Assay', version },
    entries: exchanges.map(entryOf),
  },
});
