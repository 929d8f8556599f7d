import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';

/** Builds an answered exchange for tests of oracles. A body that is not a text is sent as JSON. */
export const sampleExchange = (
  operation: OperationId,
  status: number,
  {
    headers = {},
    body = '',
    n = 1,
    intent = 'legal',
  }: {
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    n?: number;
    intent?: Exchange['intent'];
  } = {},
): Exchange => ({
  n,
  at: '2026-11-21T09:17:03.000Z',
  operation,
  test: 'sample',
  intent,
  attempt: 1,
  request: { method: 'POST', url: 'http://127.0.0.1/sample', headers: {} },
  response: {
    status,
    headers,
    body: { encoding: 'utf8', text: typeof body === 'string' ? body : JSON.stringify(body) },
  },
  timings: { total: 1 },
});
