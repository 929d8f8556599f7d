import { setMaxListeners } from 'node:events';
import { type Exchange, NOT_SENT } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  createAdaptiveConcurrency,
  type LoadSample,
  createThrottle,
  type Throttle,
  type Turn,
} from './throttle.ts';
import { bodyText } from '../target/places.ts';
import { type Clock, MACHINE_CLOCK, createRequestPace, type OnPace } from './request-pace.ts';
import type { RunRecord } from './record.ts';
import { createCircuitBreaker, type BreakerOptions } from './circuit-breaker.ts';
import {
  isBusy,
  isConnectionClosed,
  isRateLimited,
  retryAfterOf,
  retryDelay,
} from './retry-policy.ts';
import { type OutgoingRequest, UnsendableRequest } from './build-request.ts';
import { type AccessTokens, AccessTokenError } from './access-tokens.ts';
import type { Credential } from '../secrets/credential.ts';
import type { IdentityName } from '../target/target-auth.ts';
import type { ResolvedTarget } from '../target.ts';
import { createTransport, type Outcome, type Transport } from './transport.ts';

/** A request with its current credential. */
export interface PreparedRequest {
  readonly request: OutgoingRequest;
  /** The same with another access token, if the first was rejected; undefined if none can be obtained. */
  readonly again?: () => Promise<OutgoingRequest | undefined>;
  /** Outcome of a request that was not sent: it has no access token, or cannot be sent. */
  readonly outcome?: Outcome;
}

/** Builds the request from a credential, and from the access token if the scheme has one. */
type Making = (credential: Credential, accessToken?: string) => OutgoingRequest;

const notSent = (code: string, { message }: Error): Outcome => ({
  at: new Date().toISOString(),
  error: { code, message },
  timings: { total: 0 },
});

/** Prepares a request, and fetches a token for it first. Rethrows errors of `make`. */
export const prepareRequest = async (
  tokens: AccessTokens,
  identity: IdentityName,
  credential: Credential,
  make: Making,
): Promise<PreparedRequest> => {
  if (credential === 'missing') return { request: make(credential) };
  try {
    const token = await tokens.of(identity);
    const request = make(credential, token);
    if (token === undefined || credential !== 'valid') return { request };
    const again = async () => make(credential, await tokens.insteadOf(token, identity));
    return { request, again: () => again().catch(() => undefined) };
  } catch (error) {
    if (!(error instanceof AccessTokenError)) throw error;
    return { request: make('missing'), outcome: notSent(error.code, error) };
  }
};

/** The prepared request, or `instead` with the reason why it cannot be sent. Rethrows other errors of `ready`. */
export const preparedOrUnsent = async (
  ready: () => Promise<PreparedRequest>,
  instead: () => OutgoingRequest,
): Promise<PreparedRequest> => {
  try {
    return await ready();
  } catch (error) {
    if (!(error instanceof UnsendableRequest)) throw error;
    return { request: instead(), outcome: notSent(NOT_SENT, error) };
  }
};

/** Labels under which an exchange is recorded. */
export type ExchangeLabels = Pick<Exchange, 'test' | 'intent' | 'breaks' | 'envelope'> & {
  readonly operation?: OperationId;
};

const recorded = ({
  method,
  origin,
  path,
  headers,
  headerNames,
  body,
}: OutgoingRequest): Exchange['request'] => ({
  method,
  url: origin + path,
  headers,
  ...(headerNames ? { headerNames } : {}),
  ...(body ? { body: bodyText(body) } : {}),
});

/** A wait that the service asked for. */
export interface RetryAfterWait {
  readonly status: number;
  /** Seconds of Retry-After. */
  readonly seconds: number;
  /** Time of the retry. */
  readonly until: Date;
}

/** Callbacks and options of the sender. */
export interface SenderEvents {
  readonly breaker?: BreakerOptions;
  /** Called when waiting for Retry-After; then not again until that wait is over and some time has passed. */
  readonly onWait?: (wait: RetryAfterWait) => void;
  /** Called with the request rate that the service sustains once it rejected requests, and again when that rate changes. */
  readonly onPace?: OnPace;
}

/** Milliseconds; shorter waits are not reported. */
const SHORTEST_REPORTED = 2000;
/** Minimum milliseconds between two reports. */
const REPORT_INTERVAL = 30_000;

const createWaitReporter = (onWait: NonNullable<SenderEvents['onWait']>) => {
  let quietUntil = 0;
  return (exchange: Exchange, pause: number): void => {
    const now = Date.now();
    const asked = retryAfterOf(exchange, now);
    if (asked === undefined || pause < SHORTEST_REPORTED || now < quietUntil) return;
    quietUntil = now + Math.max(pause, REPORT_INTERVAL);
    const { status = 0 } = exchange.response ?? {};
    onWait({ status, seconds: Math.round(asked / 1000), until: new Date(now + pause) });
  };
};

const isOverdue = ({ error }: Exchange): boolean => error?.code === 'DEADLINE';

/** Tests if an exchange is a sample of the service's load; an unreachable host is not. */
const isLoadSample = (exchange: Exchange): boolean =>
  exchange.response !== undefined || isOverdue(exchange);

const sampleOf = (exchange: Exchange): LoadSample => ({
  kind: `${exchange.operation ?? 'link'} ${exchange.response?.status ?? ''}`,
  milliseconds: exchange.timings.total,
  pushedBack: isOverdue(exchange) || isBusy(exchange, Date.now()),
});

/** Adaptive concurrency and request pace, with the feedback that adjusts them. */
const createLoadControl = (
  limits: ResolvedTarget['limits'],
  clock: Clock,
  onPace: OnPace | undefined,
): Throttle & { readonly learn: (exchange: Exchange, sentAt: number) => void } => {
  const load = createAdaptiveConcurrency(limits.concurrency);
  const pace = createRequestPace({ ...limits, longestRest: limits.retryBudget }, clock, onPace);
  return {
    ...createThrottle(limits, load.atOnce, clock, pace),
    learn: (exchange, sentAt) => {
      load.seen(sampleOf(exchange));
      const asked = retryAfterOf(exchange, Date.now());
      pace.seen({ begun: sentAt, isTooFast: isRateLimited(exchange), asked });
    },
  };
};

const abortedBy = (signal: AbortSignal, { now, sleep }: Clock): Clock => {
  setMaxListeners(0, signal);
  return { now, sleep: (milliseconds) => sleep(milliseconds, signal) };
};

/** Transports of a sender by the connections that its requests share; each is created for its first request. */
const createTransports = (over: Pick<ResolvedTarget, 'limits' | 'network'>) => {
  const created = new Map<string, Transport>();
  const open = (name: string, keepAlive: boolean): Transport => {
    const transport = created.get(name) ?? createTransport({ ...over, keepAlive });
    created.set(name, transport);
    return transport;
  };
  return {
    of: ({ connection, apart }: OutgoingRequest): Transport =>
      connection === 'fresh' ? open('fresh', false) : open(apart ? 'apart' : 'shared', true),
    close: async (): Promise<void> => {
      await Promise.all([...created.values()].map((transport) => transport.close()));
    },
  };
};

/** Creates a sender within these limits. */
export const createRetryingSender = (
  { limits, network }: Pick<ResolvedTarget, 'limits' | 'network'>,
  record: Pick<RunRecord, 'append'>,
  { breaker: options, onWait = () => undefined, onPace }: SenderEvents = {},
  clock: Clock = MACHINE_CLOCK,
) => {
  const closing = new AbortController();
  const untilClosed = abortedBy(closing.signal, clock);
  const flow = createLoadControl(limits, untilClosed, onPace);
  const transports = createTransports({ limits, network });
  const breaker = createCircuitBreaker(limits, options, clock.now);
  const reportWait = createWaitReporter(onWait);

  const deliver = async (
    { request: first, again, outcome: known }: PreparedRequest,
    labels: ExchangeLabels,
    firstTurn: Turn = flow.run,
  ): Promise<Exchange> => {
    const line = labels.operation && operation(labels.operation).line;
    let request = first;
    let [spent, sentAt] = [0, 0];
    let begun: number | undefined;
    // The next idle connection may have been closed as well.
    let isIdleClosed = false;
    for (let attempt = 1; ; attempt += 1) {
      const turn = attempt === 1 ? firstTurn : flow.run;
      const outcome = await turn(async () => {
        sentAt = clock.now();
        begun ??= sentAt;
        if (known) return known;
        const over = transports.of(isIdleClosed ? { ...request, connection: 'fresh' } : request);
        return over.send(request, breaker.deadline(line));
      });
      const sent = { ...labels, attempt, request: recorded(request) };
      const exchange = record.append({ ...sent, ...outcome });
      // A line that has stopped answering does not slow down the others.
      const isHopeless = breaker.retryBudget(line) < limits.retryBudget;
      if (!known && isLoadSample(exchange) && !isHopeless) flow.learn(exchange, sentAt);
      // Once: a token may have expired in transit, or been revoked.
      const renewed =
        request === first && exchange.response?.status === 401 ? await again?.() : undefined;
      if (renewed) {
        request = renewed;
        continue;
      }
      const pause = retryDelay(exchange, labels.operation, Date.now());
      if (pause === undefined || spent + pause > breaker.retryBudget(line)) {
        breaker.seen(line, exchange, begun ?? clock.now());
        return exchange;
      }
      spent += pause;
      isIdleClosed ||= isConnectionClosed(exchange);
      reportWait(exchange, pause);
      // Sends nothing once it is closed.
      await untilClosed.sleep(pause).catch(() => undefined);
      if (closing.signal.aborted) return exchange;
    }
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await transports.close();
  };
  return { deliver, together: flow.together, room: flow.room, close };
};
