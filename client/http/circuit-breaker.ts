import { type Exchange, isUnread, NOT_SENT } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { isTokenError } from './access-tokens.ts';
import { isBusy, retryAfterOf } from './retry-policy.ts';
import type { ResolvedTarget } from '../target.ts';

/** Called once, when no line answers any more; the reason begins with `stopped: `. */
export interface BreakerOptions {
  readonly lines: readonly Line[];
  readonly giveUp: (reason: string) => void;
}

interface Outage {
  readonly since: number;
  readonly statuses: Set<number>;
  silent: number;
  busy: number;
  /** Number of the busy answers that ask to wait for longer than a request may. */
  hopeless: number;
  isLong: boolean;
  /** Start of the last request with the full deadline: it may be the first to be answered again. */
  scout: number;
}

/** Minimum window in milliseconds, however short the limits of the target. */
const SHORTEST = 5000;
/** Consecutive deadlines without an answer. */
const DEADLINES = 3;
/** Requests that were asked to wait for longer than they may, after which waiting is pointless. */
const MANY = 50;
/** Milliseconds in which a line that has stopped answering may recover. */
const RECOVERY_WINDOW = 1000;

/** Tests if an answer asks to wait for longer than the budget, in milliseconds. */
const asksForMore = (exchange: Exchange, budget: number): boolean =>
  (retryAfterOf(exchange, Date.now()) ?? 0) > budget;

const reasonOf = (all: readonly Outage[], now: number): string => {
  const seconds = Math.round((now - Math.min(...all.map(({ since }) => since))) / 1000);
  const statuses = [...new Set(all.flatMap((each) => [...each.statuses]))];
  return statuses.length === 0
    ? `stopped: no answer for ${seconds} s`
    : `stopped: no answer other than ${statuses.toSorted((a, b) => a - b).join(', ')} for ${seconds} s`;
};

/**
 * Circuit breaker for every line of a run. A line that answers nothing for three deadlines and a retry budget (30 s by
 * default), or only asks to wait for a retry budget, is reduced to one request at a time until it answers again. The run is
 * aborted if no line is left, or if `failuresInARow` consecutive requests, on any line, end in a server error or without an
 * answer.
 */
export const createCircuitBreaker = (
  limits: Pick<ResolvedTarget['limits'], 'deadline' | 'retryBudget' | 'failuresInARow'>,
  { lines, giveUp }: BreakerOptions = { lines: [], giveUp: () => undefined },
  now: () => number = () => performance.now(),
) => {
  const outages = new Map<Line, Outage>();
  const answers = new Map<Line, number>();
  const longestBusy = Math.max(SHORTEST, limits.retryBudget);
  const longestSilence = Math.max(longestBusy, DEADLINES * limits.deadline);

  const outageOf = (line: Line, begun: number): Outage => {
    const known = outages.get(line);
    if (known) return known;
    const since = Math.max(begun, answers.get(line) ?? begun);
    const fresh = { since, statuses: new Set<number>(), silent: 0, busy: 0, hopeless: 0 };
    const outage = { ...fresh, isLong: false, scout: -Infinity };
    outages.set(line, outage);
    return outage;
  };

  const isLong = ({ since, silent, busy, hopeless }: Outage): boolean => {
    const lasts = now() - since;
    if (silent >= DEADLINES && lasts >= longestSilence) return true;
    return hopeless >= MANY || (busy > 0 && lasts >= longestBusy);
  };

  const row = { count: limits.failuresInARow, lasting: longestBusy };
  const countFailure = createFailureCount(row, giveUp, now);

  return {
    /** Timeout of the next request of a line, in milliseconds. */
    deadline: (line: Line | undefined): number => {
      const outage = line && outages.get(line);
      if (!outage?.isLong) return limits.deadline;
      const isScout = now() - outage.scout >= limits.deadline;
      if (isScout) outage.scout = now();
      return isScout ? limits.deadline : Math.min(limits.deadline, RECOVERY_WINDOW);
    },
    /** Milliseconds that a request of a line may spend waiting for retries. */
    retryBudget: (line: Line | undefined): number =>
      line && outages.get(line)?.isLong ? 0 : limits.retryBudget,
    /** Records the end of a request that was first sent at `begun` (of `performance.now`) and is not retried any more. */
    seen: (line: Line | undefined, exchange: Exchange, begun: number): void => {
      if (lines.length > 0) countFailure(exchange);
      const { response, error } = exchange;
      if (line === undefined || error?.code === NOT_SENT) return;
      if (response ? !isBusy(exchange, Date.now()) : isUnread(error)) {
        answers.set(line, now());
        outages.delete(line);
        return;
      }
      const outage = outageOf(line, begun);
      if (response) outage.statuses.add(response.status);
      outage[response ? 'busy' : 'silent'] += 1;
      if (asksForMore(exchange, limits.retryBudget)) outage.hopeless += 1;
      outage.isLong ||= isLong(outage);
      const all = lines.flatMap((each) => outages.get(each) ?? []);
      if (lines.length > 0 && all.length === lines.length && all.every((each) => each.isLong))
        giveUp(reasonOf(all, now()));
    },
  };
};

/**
 * Counts consecutive exchanges that end in a server error or without an answer; aborts after a number of them that lasted long
 * enough.
 */
const createFailureCount = (
  limits: { readonly count: number; readonly lasting: number },
  giveUp: (reason: string) => void,
  now: () => number,
): ((exchange: Pick<Exchange, 'response' | 'error'>) => void) => {
  const statuses = new Set<string>();
  let [count, begun] = [0, 0];
  return ({ response, error }) => {
    if (isTokenError(error?.code) || error?.code === NOT_SENT) return;
    if (response && response.status < 500) {
      count = 0;
      statuses.clear();
      return;
    }
    if (count === 0) begun = now();
    count += 1;
    statuses.add(String(response?.status ?? (isUnread(error) ? error?.code : 'no answer')));
    if (count < limits.count || now() - begun < limits.lasting) return;
    const what = [...statuses].join(', ');
    const seconds = Math.round((now() - begun) / 1000);
    giveUp(`stopped: ${count} consecutive requests over ${seconds} s got only ${what}`);
    count = Number.NEGATIVE_INFINITY;
  };
};
