import type { BodyText, Exchange, HeaderMap } from './exchange.ts';

/** Media type of a transcript, for which Allure has a viewer. */
export const HTTP_TRANSCRIPT = 'application/vnd.allure.http+json';

const nameValues = (headers: HeaderMap) =>
  Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((each) => ({ name, value: each })),
  );

const bodyOf = ({ encoding, text }: BodyText) => ({ encoding, value: text });

/** A redacted exchange in the format of that viewer. */
export const httpTranscript = ({ request, response, error, at, timings }: Exchange): string => {
  const start = Date.parse(at);
  return JSON.stringify({
    schemaVersion: 1,
    start,
    stop: start + Math.ceil(timings.total),
    request: {
      method: request.method,
      url: request.url,
      headers: nameValues(request.headers),
      ...(request.body ? { body: bodyOf(request.body) } : {}),
    },
    ...(response
      ? {
          response: {
            status: response.status,
            headers: nameValues(response.headers),
            body: {
              contentType: String(response.headers['content-type'] ?? ''),
              ...bodyOf(response.body),
            },
          },
        }
      : {}),
    ...(error ? { error: { name: error.code, message: error.message } } : {}),
  });
};
