import type { OperationId } from '../../spec/operations.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** Tests if the connection was closed before the answer was complete, by the service or an intermediary. */
export const isConnectionClosed = ({ error }: Pick<Exchange, 'error'>): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error?.code ?? '');

const BACKOFF = 100;
const BACKOFF_GROWTH = 4;
/** Maximum retries without Retry-After. */
const MAX_RETRIES_WITHOUT_RETRY_AFTER = 3;

/** Condition under which an answer is retried: always, only with Retry-After (`asked`), or never. */
type When = 'always' | 'asked' | 'never';

interface Repetition {
  readonly call: When;
  /** A call that may have created a contract (K4). */
  readonly contract: When;
  /** A call that may have deleted a resource, and would be rejected the second time. */
  readonly deletion: When;
}

/**
 * Retry policy by status (S8, and K4 for contracts). For contracts, 408 and 413 count as a timeout; 421, 425, 429 and 503 with
 * Retry-After had no effect. A gateway error leaves open if a deletion was performed; fresh data settle that.
 */
const REPETITIONS: Readonly<Record<number, Repetition>> = {
  408: { call: 'always', contract: 'never', deletion: 'always' },
  // Without Retry-After the body is permanently too large.
  413: { call: 'asked', contract: 'never', deletion: 'asked' },
  421: { call: 'always', contract: 'always', deletion: 'always' },
  425: { call: 'always', contract: 'always', deletion: 'always' },
  429: { call: 'always', contract: 'always', deletion: 'always' },
  502: { call: 'always', contract: 'never', deletion: 'never' },
  503: { call: 'always', contract: 'asked', deletion: 'asked' },
  504: { call: 'always', contract: 'never', deletion: 'never' },
};
/** Statuses of a gateway, which does not know when the service is back. */
const GATEWAYS = [502, 504];

/** Milliseconds of Retry-After; undefined without one. `now`: milliseconds since the epoch. */
export const retryAfterOf = (
  exchange: Pick<Exchange, 'response'>,
  now: number,
): number | undefined => {
  const { status = 0, headers = {} } = exchange.response ?? {};
  if (!(status in REPETITIONS) || GATEWAYS.includes(status)) return undefined;
  const [text = ''] = [headers['retry-after'] ?? []].flat();
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** Tests if an answer only means that the service is busy, so that a retry may succeed (S8). */
export const isBusy = (exchange: Exchange, now: number): boolean => {
  const repetition = REPETITIONS[exchange.response?.status ?? 0];
  if (!repetition) return false;
  return repetition.call === 'always' || retryAfterOf(exchange, now) !== undefined;
};

/** Tests if a request was rate limited, so that all have to slow down (S8). */
export const isRateLimited = (exchange: Exchange): boolean => {
  const { status } = exchange.response ?? {};
  return status === 429 || (status === 503 && retryAfterOf(exchange, Date.now()) !== undefined);
};

/** Parts of an exchange that decide if its request is sent again. */
type Attempt = Pick<Exchange, 'attempt' | 'response' | 'error'> & {
  readonly request: Pick<Exchange['request'], 'method'>;
};

const kindOf = ({ request }: Attempt, operation: OperationId | undefined): keyof Repetition => {
  if (operation?.endsWith('.contract-create')) return 'contract';
  return request.method === 'DELETE' ? 'deletion' : 'call';
};

/**
 * Back-off before a request is retried, or undefined if it must not be: Retry-After, or 100, 400 and 1600 ms without it. A
 * connection that was closed without an answer is retried once, except for contracts (K4) and deletions, since an intermediary
 * may close an idle one; a timeout is not retried. `now`: milliseconds since the epoch.
 */
export const retryDelay = (
  exchange: Attempt,
  operation: OperationId | undefined,
  now: number,
): number | undefined => {
  const kind = kindOf(exchange, operation);
  if (isConnectionClosed(exchange))
    return kind === 'call' && exchange.attempt === 1 ? BACKOFF : undefined;
  const when = REPETITIONS[exchange.response?.status ?? 0]?.[kind];
  if (when === undefined || when === 'never') return undefined;
  const backoff = BACKOFF * BACKOFF_GROWTH ** (exchange.attempt - 1);
  const asked = retryAfterOf(exchange, now);
  // Retry-After: 0 must not become a loop without back-off.
  if (asked !== undefined) return Math.max(asked, backoff);
  if (when === 'asked') return undefined;
  return exchange.attempt > MAX_RETRIES_WITHOUT_RETRY_AFTER ? undefined : backoff;
};
