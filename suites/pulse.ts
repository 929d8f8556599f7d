import type { Exchange } from '../spec/exchange.ts';

/** What a run has sent so far. */
export interface Pulse {
  /** Requests, each repetition included. */
  readonly sent: number;
  /** The operation that takes longest in the mean; left out before there are answers enough. */
  readonly slowest?: { readonly operation: string; readonly milliseconds: number };
}

/** Answers of an operation before its mean says anything. */
const ENOUGH = 5;
/** Milliseconds between two pulses: nobody reads faster. */
const PAUSE = 200;

interface Taken {
  answers: number;
  milliseconds: number;
}

const slowestOf = (taken: ReadonlyMap<string, Taken>): Pick<Pulse, 'slowest'> => {
  const means = [...taken]
    .filter(([, { answers }]) => answers >= ENOUGH)
    .map(([operation, { answers, milliseconds }]) => ({
      operation,
      milliseconds: milliseconds / answers,
    }));
  const [slowest] = means.toSorted((one, other) => other.milliseconds - one.milliseconds);
  return slowest ? { slowest } : {};
};

/** Is shown every exchange, and tells from time to time what they come to. */
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
