import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import { bodyText } from './body.ts';
import type { Call } from './call.ts';
import type { RunRecord } from './record.ts';
import { pauseBeforeRepetition } from './repetition.ts';
import { type OutgoingRequest, requestOf, requestOfLink } from './request-of.ts';
import type { IdentityName, ResolvedTarget } from './target.ts';
import { createThrottle } from './throttle.ts';
import { createTransport } from './transport.ts';

export type { Call };

/** Sends requests and records what came; never judges, never follows a redirect by itself. */
export interface Client {
  /**
   * Sends a call, and again while the service asks for patience and `limits.retryBudget` lasts. Returns the last exchange;
   * what the service or the network does wrong is in it. Throws HarnessLimit for a body too large.
   */
  send(call: Call): Promise<Exchange>;
  /** GETs a link out of an answer, or says that it leads away from the configured addresses (K1). */
  follow(
    location: string,
    from: Exchange,
    options: { readonly test: string; readonly identity?: IdentityName },
  ): Promise<Exchange | 'foreign'>;
  /** Waits for what is under way, then closes the connections. */
  close(): Promise<void>;
}

type Labels = Pick<Exchange, 'test' | 'intent'> & { readonly operation?: OperationId };

const recorded = ({
  method,
  origin,
  path,
  headers,
  body,
}: OutgoingRequest): Exchange['request'] => ({
  method,
  url: origin + path,
  headers,
  ...(body ? { body: bodyText(body) } : {}),
});

/** A client of the target, within its limits; each attempt is appended to the record. */
export const createClient = ({
  target,
  record,
}: {
  readonly target: ResolvedTarget;
  readonly record: Pick<RunRecord, 'append'>;
}): Client => {
  const throttle = createThrottle(target.limits);
  const transport = createTransport(target.limits);

  const deliver = async (request: OutgoingRequest, labels: Labels): Promise<Exchange> => {
    let budget = target.limits.retryBudget;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await throttle(() => transport.send(request));
      const exchange = record.append({
        ...labels,
        attempt,
        request: recorded(request),
        ...outcome,
      });
      const pause = pauseBeforeRepetition(exchange, labels.operation, Date.now());
      if (pause === undefined || pause > budget) return exchange;
      budget -= pause;
      await sleep(pause);
    }
  };

  return {
    send: async (call) =>
      deliver(requestOf(call, target), {
        operation: call.operation,
        test: call.test,
        intent: call.intent,
      }),
    async follow(location, from, { test, identity = 'owner' }) {
      const request = requestOfLink(location, from.request.url, identity, target);
      return request === 'foreign' ? request : deliver(request, { test, intent: 'open' });
    },
    close: () => transport.close(),
  };
};
