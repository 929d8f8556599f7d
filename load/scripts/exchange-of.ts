import type { RefinedResponse } from 'k6/http';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { plan } from './read-plan.ts';

/** k6's error code for a timeout. */
const OVERDUE = 1050;

const headersOf = (response: RefinedResponse<'text'>): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) headers[name.toLowerCase()] = value;
  return headers;
};

const outcomeOf = (response: RefinedResponse<'text'>): Pick<Exchange, 'response' | 'error'> =>
  response.status === 0
    ? {
        error: {
          code: response.error_code === OVERDUE ? 'DEADLINE' : `K6_${response.error_code}`,
          message: response.error,
        },
      }
    : {
        response: {
          status: response.status,
          headers: headersOf(response),
          body: { encoding: 'utf8', text: response.body ?? '' },
        },
      };

const envelopeIn = (operation: OperationId): Pick<Exchange, 'envelope'> => {
  const envelope = plan.envelopes[operation];
  return envelope === undefined ? {} : { envelope };
};

/** The request and its answer in the form of the oracles; without the credential, and numbered later by the recorder. */
export const exchangeOf = (
  operation: OperationId,
  test: string,
  at: number,
  request: { readonly method: string; readonly url: string; readonly body?: string | undefined },
  response: RefinedResponse<'text'>,
): Exchange => ({
  n: 0,
  at: new Date(at).toISOString(),
  operation,
  test,
  intent: 'legal',
  attempt: 1,
  request: {
    method: request.method,
    url: request.url,
    headers: plan.headers,
    ...(request.body === undefined ? {} : { body: { encoding: 'utf8', text: request.body } }),
  },
  ...outcomeOf(response),
  ...envelopeIn(operation),
  timings: { total: response.timings.duration },
});
