import type { OperationId } from '../spec/operations.ts';
import type { Exchange } from '../spec/exchange.ts';

const BACKOFF = 100;
const BACKOFF_GROWTH = 4;
/** Without Retry-After nobody says that waiting helps. */
const MOST_BLIND_REPETITIONS = 3;
const BUSY = [429, 502, 503, 504];

const retryAfter = (exchange: Exchange, now: number): number | undefined => {
  const value = exchange.response?.headers['retry-after'];
  const text = typeof value === 'string' ? value.trim() : (value?.[0] ?? '');
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/**
 * Milliseconds to wait before a request is repeated, or undefined where it must not be. 429 and 503 are repeated after
 * their Retry-After; without one these, 502 and 504 are, after 100, 400 and 1600 ms, but never for a contract, which may
 * have been made (K4). No answer at all is never repeated here. `now`: milliseconds since 1970.
 */
export const pauseBeforeRepetition = (
  exchange: Exchange,
  operation: OperationId | undefined,
  now: number,
): number | undefined => {
  const status = exchange.response?.status ?? 0;
  if (!BUSY.includes(status)) return undefined;
  const backoff = BACKOFF * BACKOFF_GROWTH ** (exchange.attempt - 1);
  const asked = status === 429 || status === 503 ? retryAfter(exchange, now) : undefined;
  // A Retry-After of nothing must not become a loop without pauses.
  if (asked !== undefined) return Math.max(asked, backoff);
  if (operation?.endsWith('.contract-create')) return undefined;
  return exchange.attempt > MOST_BLIND_REPETITIONS ? undefined : backoff;
};
