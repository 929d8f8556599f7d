import type { Exchange } from '../../spec/exchange.ts';
import { UNANSWERED, type Unanswered } from '../unanswered.ts';

interface Missed {
  readonly at: number;
  readonly reason: Unanswered;
}

/** Follows whether a service answers, over the requests of the Node side and over those of k6. */
export interface Answering {
  /** Takes what came of a request that was begun at `at`, in milliseconds since the epoch; null: an answer. */
  readonly hear: (at: number, reason: Unanswered | null) => void;
  /** Counts requests that had an answer. */
  readonly count: (answered: number) => void;
  /**
   * `the service stopped answering at 00:41:12, after 3,120 requests (connection refused)`, in UTC; undefined where the last
   * requests had answers, or too few had none to say so.
   */
  readonly silence: () => string | undefined;
}

/** One request without an answer may be chance. */
const ENOUGH = 3;

/** Follows it from now on. */
export const followAnswers = (): Answering => {
  let last = -Infinity;
  let missed: Missed[] = [];
  let answered = 0;
  return {
    hear: (at, reason) => {
      if (reason !== null) {
        if (at >= last) missed.push({ at, reason });
        return;
      }
      if (at <= last) return;
      last = at;
      missed = missed.filter((each) => each.at > last);
    },
    count: (more) => {
      answered += more;
    },
    silence: () => {
      if (missed.length < ENOUGH) return undefined;
      const { at, reason } = missed.reduce((first, each) => (each.at < first.at ? each : first));
      const time = new Date(at).toISOString().slice(11, 19);
      const requests = `${answered.toLocaleString('en')} request${answered === 1 ? '' : 's'}`;
      return `the service stopped answering at ${time}, after ${requests} (${UNANSWERED[reason]})`;
    },
  };
};

const CODES: readonly (readonly [RegExp, Unanswered])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'closed'],
  [/^DEADLINE$|TIMEOUT|^ETIMEDOUT$/, 'overdue'],
  [/CERT|TLS|SSL|^EPROTO$|^UNABLE_TO_|SELF_SIGNED/, 'tls'],
  [/^(ENOTFOUND|EAI_\w+|EHOST\w+|ENET\w+)$/, 'unreachable'],
];

/** Why an exchange has no answer; null where it has one. */
export const unansweredIn = ({ response, error }: Pick<Exchange, 'response' | 'error'>) =>
  response ? null : (CODES.find(([codes]) => codes.test(error?.code ?? ''))?.[1] ?? 'other');
