import type { Exchange } from '../../spec/exchange.ts';
import { type Client, createClient } from '../http/client.ts';
import { isConnectionClosed } from '../http/retry-policy.ts';
import type { RunRecord } from '../http/record.ts';
import { createAccessTokens, type AccessTokens } from '../http/access-tokens.ts';
import { createRedactor, type Redactor } from '../secrets/redactor.ts';
import type { ResolvedTarget } from '../target.ts';
import { type PlannedProbe, type Probe, locationOf, MAX_REDIRECTS } from './probe.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** A single closed connection may be chance. */
const TRIES = 3;

/** Sends probes within the target's limits and the preflight's time budget; results hold no secrets. */
export interface PreflightClient {
  /** Sends the probes in order while there is time; the rest is dropped. */
  ask(asks: readonly PlannedProbe[]): Promise<readonly Probe[]>;
  /** Follows a redirect within the configured addresses, step by step. */
  follow(from: Probe): Promise<readonly Exchange[]>;
  /** Sleeps if there is time for that and for another request afterwards. */
  pause(milliseconds: number): Promise<void>;
}

type Recording = Pick<RunRecord, 'append'>;

interface Attempt extends PlannedProbe {
  readonly place: number;
  readonly number: number;
}

/** State that the clients of one preflight share. */
interface Shared {
  readonly record: Recording;
  readonly redactor: Redactor;
  /** Absent without a token for the owner: then each client asks once more. */
  readonly tokens: AccessTokens | undefined;
}

/** Calls `use` with a separate client whose requests have this timeout in milliseconds. */
const withClient = async <Result>(
  target: ResolvedTarget,
  deadline: number,
  { record, redactor, tokens }: Shared,
  use: (client: Client) => Promise<Result>,
): Promise<Result> => {
  const limits = { ...target.limits, deadline, retryBudget: 0 };
  const client = createClient({
    target: { ...target, limits },
    record: { append: (exchange) => redactor.exchange(record.append(exchange)) },
    onSecret: redactor.learn,
    tokens,
  });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
};

/** Sends all at once, with a client for each target. */
const send = async (attempts: readonly Attempt[], deadline: number, shared: Shared) => {
  const byTarget = [...Map.groupBy(attempts, ({ target }) => target)];
  const sent = byTarget.map(([target, some]) =>
    withClient(target, deadline, shared, (client) =>
      Promise.all(some.map(async (one) => ({ ...one, exchange: await client.send(one.call) }))),
    ),
  );
  return (await Promise.all(sent)).flat();
};

const trailOf = async (
  from: Exchange,
  client: Client,
  end: number,
): Promise<readonly Exchange[]> => {
  const trail: Exchange[] = [];
  for (let last = from; trail.length < MAX_REDIRECTS;) {
    const location = locationOf(last);
    // A slow one uses up the time of the next ones.
    if (location === undefined || performance.now() >= end) break;
    const next = await client.follow(location, last, { test: 'preflight' });
    if (next === 'foreign') break;
    trail.push(next);
    last = next;
  }
  return trail;
};

/** Creates a client whose time budget begins once the owner has a token, for which it waits as a run does. */
export const createPreflightClient = async (
  target: ResolvedTarget,
  record: Recording,
): Promise<PreflightClient> => {
  const redactor = createRedactor(target);
  const patient = createAccessTokens(target, redactor.learn);
  const hasToken = await patient.of('owner').then(
    () => true,
    () => false,
  );
  const shared: Shared = { record, redactor, tokens: hasToken ? patient : undefined };
  const { concurrency, requestsPerSecond } = target.limits;
  const size = requestsPerSecond === undefined ? concurrency : 1;
  const pace = createPace(target);
  return {
    async ask(asks) {
      const found = new Map<number, Probe>();
      const waiting = asks.map((ask, place): Attempt => ({ ...ask, place, number: 1 }));
      while (waiting.length > 0) {
        const longest = await pace.turn();
        if (longest === undefined) break;
        const seen = await send(waiting.splice(0, size), longest, shared);
        for (const one of seen) found.set(one.place, one);
        const again = seen.filter(
          ({ exchange, number }) => isConnectionClosed(exchange) && number < TRIES,
        );
        waiting.push(...again.map((one) => ({ ...one, number: one.number + 1 })));
      }
      return asks.flatMap((_ask, place) => found.get(place) ?? []);
    },
    async follow({ exchange, target: addresses }) {
      const longest = await pace.turn();
      if (longest === undefined) return [];
      const half = Math.floor(longest / 2);
      const end = performance.now() + half;
      return withClient(addresses, half, shared, (client) => trailOf(exchange, client, end));
    },
    pause: (milliseconds) => pace.pause(milliseconds),
  };
};

/** Time budget in milliseconds. */
const LONGEST = 10_000;
/** Part of it that is reserved for work other than waiting. */
const MARGIN = 500;
/** Milliseconds; a shorter timeout is no evidence that a service does not answer. */
const FAIR = 2000;

/** Schedules requests within the preflight's time budget, which begins now, and the target's rate limit. */
const createPace = ({ limits }: Pick<ResolvedTarget, 'limits'>) => {
  const end = performance.now() + LONGEST - MARGIN;
  const { requestsPerSecond: rate, deadline } = limits;
  const spacing = rate === undefined ? 0 : 1000 / rate;
  const fair = Math.min(deadline, FAIR);
  let next = 0;
  const leftAfter = (wait: number): number => Math.floor(end - performance.now() - wait);
  return {
    /** Waits for a turn; the timeout of the request in milliseconds, or undefined if too little time is left. */
    async turn(): Promise<number | undefined> {
      const wait = Math.max(0, next - performance.now());
      const left = leftAfter(wait);
      if (left < fair) return undefined;
      if (wait > 0) await sleep(wait);
      next = performance.now() + spacing;
      return Math.min(deadline, left);
    },
    async pause(milliseconds: number): Promise<void> {
      if (leftAfter(milliseconds) >= fair) await sleep(milliseconds);
    },
  };
};
