import type { OperationId } from '../../spec/operations.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** Whether the connection was closed before the answer was there: by the service, or by something between. */
export const isConnectionClosed = ({ error }: Pick<Exchange, 'error'>): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error?.code ?? '');

const BACKOFF = 100;
const BACKOFF_GROWTH = 4;
/** Without Retry-After nobody says that waiting helps. */
const MAX_RETRIES_WITHOUT_RETRY_AFTER = 3;

/** When an answer may be repeated: whatever it says, only where it asks for patience (Retry-After), or not at all. */
type When = 'always' | 'asked' | 'never';

interface Repetition {
  readonly call: When;
  /** A call that may have made a contract (K4). */
  readonly contract: When;
  /** A call that may have deleted, and would be refused the second time. */
  readonly deletion: When;
}

/**
 * S8, and K4 for contracts: 408 and 413 count there as a time-out, while 421, 425, 429 and 503 with Retry-After did nothing. What
 * a gateway says of a deletion leaves open whether it was done; fresh data settle that.
 */
const REPETITIONS: Readonly<Record<number, Repetition>> = {
  408: { call: 'always', contract: 'never', deletion: 'always' },
  // Without Retry-After the body is too large for good.
  413: { call: 'asked', contract: 'never', deletion: 'asked' },
  421: { call: 'always', contract: 'always', deletion: 'always' },
  425: { call: 'always', contract: 'always', deletion: 'always' },
  429: { call: 'always', contract: 'always', deletion: 'always' },
  502: { call: 'always', contract: 'never', deletion: 'never' },
  503: { call: 'always', contract: 'asked', deletion: 'asked' },
  504: { call: 'always', contract: 'never', deletion: 'never' },
};
/** Who gives these is not the one who knows when the service is back. */
const GATEWAYS = [502, 504];

/** Milliseconds for which an answer asks for patience; undefined where it does not. `now`: since 1970. */
export const retryAfterOf = (exchange: Exchange, now: number): number | undefined => {
  const { status = 0, headers = {} } = exchange.response ?? {};
  if (!(status in REPETITIONS) || GATEWAYS.includes(status)) return undefined;
  const [text = ''] = [headers['retry-after'] ?? []].flat();
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** Whether an answer says nothing but that the service has no time, so that another one may be had later (S8). */
export const isBusy = (exchange: Exchange, now: number): boolean => {
  const repetition = REPETITIONS[exchange.response?.status ?? 0];
  if (!repetition) return false;
  return repetition.call === 'always' || retryAfterOf(exchange, now) !== undefined;
};

/** Whether a request was turned away since there were too many, so that all have to slow down (S8). */
export const isRateLimited = (exchange: Exchange): boolean => {
  const { status } = exchange.response ?? {};
  return status === 429 || (status === 503 && retryAfterOf(exchange, Date.now()) !== undefined);
};

const kindOf = ({ request }: Exchange, operation: OperationId | undefined): keyof Repetition => {
  if (operation?.endsWith('.contract-create')) return 'contract';
  return request.method === 'DELETE' ? 'deletion' : 'call';
};

/**
 * Milliseconds to wait before a request is repeated, or undefined where it must not be: as long as Retry-After says; without
 * it 100, 400 and 1600 ms. A connection that was closed without an answer is tried once more, but for contracts (K4) and
 * deletions, since whoever is between may close one that has been idle; a deadline that passed is not. `now`: milliseconds since 1970.
 */
export const retryDelay = (
  exchange: Exchange,
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
  // A Retry-After of nothing must not become a loop without pauses.
  if (asked !== undefined) return Math.max(asked, backoff);
  if (when === 'asked') return undefined;
  return exchange.attempt > MAX_RETRIES_WITHOUT_RETRY_AFTER ? undefined : backoff;
};
