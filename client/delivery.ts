import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import { bodyText } from './body.ts';
import type { RunRecord } from './record.ts';
import { pauseBeforeRepetition } from './repetition.ts';
import type { OutgoingRequest } from './request-of.ts';
import type { Sendable } from './sendable.ts';
import type { ResolvedTarget } from './target.ts';
import { createThrottle, type Turn } from './throttle.ts';
import { createTransport } from './transport.ts';

/** What an exchange is recorded under. */
export type Labels = Pick<Exchange, 'test' | 'intent'> & { readonly operation?: OperationId };

/** Sends requests in their turn, and again where that may help; each attempt is recorded. */
export interface Delivery {
  /** The last exchange of a request; `firstTurn` is a turn that was waited for already. */
  readonly deliver: (sendable: Sendable, labels: Labels, firstTurn?: Turn) => Promise<Exchange>;
  /** Turns that begin at the same moment. */
  readonly together: (count: number) => Promise<readonly Turn[]>;
  readonly close: () => Promise<void>;
}

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

/** A delivery within these limits. */
export const createDelivery = (
  limits: ResolvedTarget['limits'],
  record: Pick<RunRecord, 'append'>,
): Delivery => {
  const throttle = createThrottle(limits);
  const transport = createTransport(limits);

  const deliver = async (
    { request: first, again, outcome: known }: Sendable,
    labels: Labels,
    firstTurn: Turn = throttle.run,
  ): Promise<Exchange> => {
    let request = first;
    let budget = limits.retryBudget;
    for (let attempt = 1; ; attempt += 1) {
      const turn = attempt === 1 ? firstTurn : throttle.run;
      const outcome = await turn(async () => known ?? (await transport.send(request)));
      const exchange = record.append({
        ...labels,
        attempt,
        request: recorded(request),
        ...outcome,
      });
      // Once: a token may have ended on its way, or been withdrawn.
      const renewed =
        request === first && exchange.response?.status === 401 ? await again?.() : undefined;
      if (renewed) {
        request = renewed;
        continue;
      }
      const pause = pauseBeforeRepetition(exchange, labels.operation, Date.now());
      if (pause === undefined || pause > budget) return exchange;
      budget -= pause;
      await sleep(pause);
    }
  };

  return { deliver, together: throttle.together, close: () => transport.close() };
};
