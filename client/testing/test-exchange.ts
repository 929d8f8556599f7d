import type { Exchange, HeaderMap } from '../../spec/exchange.ts';

/** Builds an exchange for a test: an answer with this body and these headers, and a request that may be changed. */
export const testExchange = (
  { body = '', headers = {} }: { body?: string; headers?: HeaderMap } = {},
  request: Partial<Exchange['request']> = {},
): Exchange => ({
  n: 1,
  at: '2026-01-01T00:00:00.000Z',
  test: 'test',
  intent: 'legal',
  attempt: 1,
  request: { method: 'POST', url: 'http://127.0.0.1:9/api/drafts', headers: {}, ...request },
  response: { status: 200, headers, body: { encoding: 'utf8', text: body } },
  timings: { total: 1 },
});
