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
  /** Requests that the planned probes usually take in all; a run with failures sends more. Absent until all are planned. */
  readonly expected?: number;
  /** The operation with the longest mean duration; left out while there are too few answers. */
  readonly slowest?: { readonly operation: string; readonly milliseconds: number };
}

/** Requests for each planned probe, with its preparation, control request and reads, of a gate and of a certify. */
const REQUESTS_PER_PROBE = { gate: 1.66, certify: 2.41 } as const;

/** Counts the planned probes of a run from their lines in `probes.jsonl`, and estimates its requests once all are there. */
export const countPlan = (thorough: boolean) => {
  let probes = 0;
  let isWhole = false;
  return {
    note: (lines: string): void => {
      probes += lines.split('\n').length - 1;
    },
    end: (): void => {
      isWhole = true;
    },
    expected: (): number | undefined =>
      isWhole ? Math.round(probes * REQUESTS_PER_PROBE[thorough ? 'certify' : 'gate']) : undefined,
  };
};

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

/** Counts every exchange, and emits a summary from time to time. `expected`: requests of the whole run. */
export const createPulse = (
  tell: (pulse: Pulse) => void,
  expected: () => number | undefined,
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
    const all = expected();
    tell({ sent, ...(all !== undefined && { expected: all }), ...slowestOf(taken) });
  };
};
