import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Verdict, Verdicts } from './finding.ts';

/**
 * Decision of a judge on made-up answers. The examples of a judge are its test (`judges.test.ts`), and `assay explain` shows
 * them.
 */
export interface Example {
  /** Behaviour of the service, without the requirement, since several may share a judge. */
  readonly what: string;
  readonly verdict: Verdict;
  /** Calls the judge with the answers. */
  readonly judged: () => Verdicts;
}

/** Examples by the name of their judge. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

/** Builds an answered exchange. A body that is not a text is sent as JSON. */
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
