import type { RetryAfterWait } from '../../client/http/retrying-sender.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** Events of a run in progress. */
export type ProgressEvent =
  | { readonly kind: 'wait'; readonly sentence: string }
  | { readonly kind: 'pulse'; readonly pulse: Pulse };

/** `the service asks to wait (503, Retry-After 30 s): waiting until 12:41:07`, in the time of this machine. */
export const waitEvent = ({ status, seconds, until }: RetryAfterWait): ProgressEvent => ({
  kind: 'wait',
  sentence: `the service asks to wait (${status}, Retry-After ${seconds} s): waiting until ${until.toLocaleTimeString('en-GB')}`,
});

/** The pace at which the service stops turning requests away, and the key that declares it. */
export const paceEvent = (requestsPerSecond: number): ProgressEvent => ({
  kind: 'wait',
  sentence: `the service refuses faster requests: sending ${requestsPerSecond} requests per second from now on; declare it in the target: limits.requestsPerSecond: ${requestsPerSecond}`,
});

/** Progress of a run's requests. */
export interface Pulse {
  /** Requests, including every repeat. */
  readonly sent: number;
  /** The operation with the longest mean duration; left out while there are too few answers. */
  readonly slowest?: { readonly operation: string; readonly milliseconds: number };
}

/** Minimum number of answers for a mean duration. */
const MIN_ANSWERS = 5;
/** Milliseconds between two progress events, for a human reader. */
const PAUSE = 200;

interface Taken {
  answers: number;
  milliseconds: number;
}

const slowestOf = (taken: ReadonlyMap<string, Taken>): Pick<Pulse, 'slowest'> => {
  const means = [...taken]
    .filter(([, { answers }]) => answers >= MIN_ANSWERS)
    .map(([operation, { answers, milliseconds }]) => ({
      operation,
      milliseconds: milliseconds / answers,
    }));
  const [slowest] = means.toSorted((one, other) => other.milliseconds - one.milliseconds);
  return slowest ? { slowest } : {};
};

/** Counts every exchange, and emits a summary from time to time. */
export const createPulse = (
  tell: (pulse: Pulse) => void,
  now: () => number = () => performance.now(),
): ((exchange: Pick<Exchange, 'operation' | 'response' | 'timings'>) => void) => {
  const taken = new Map<string, Taken>();
  let sent = 0;
  let next = now() + PAUSE;
  return ({ operation, response, timings }) => {
    sent += 1;
    if (operation && response) {
      const own = taken.get(operation) ?? { answers: 0, milliseconds: 0 };
      own.answers += 1;
      own.milliseconds += timings.total;
      taken.set(operation, own);
    }
    if (now() < next) return;
    next = now() + PAUSE;
    tell({ sent, ...slowestOf(taken) });
  };
};
