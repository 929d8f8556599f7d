import type { OperationId } from '../spec/operations.ts';
import type { Exchange } from '../spec/exchange.ts';

const BACKOFF = 100;
const BACKOFF_GROWTH = 4;
/** Without Retry-After nobody says that waiting helps. */
const MOST_BLIND_REPETITIONS = 3;

/** When an answer may be repeated: whatever it says, only where it asks for patience (Retry-After), or not at all. */
type When = 'always' | 'asked' | 'never';

interface Repetition {
  readonly call: When;
  /** A call that may have made a contract (K4). */
  readonly contract: When;
}

/** S8, and K4 for contracts: 408 and 413 count there as a time-out, while 421, 425, 429 and 503 with Retry-After did nothing. */
const REPETITIONS: Readonly<Record<number, Repetition>> = {
  408: { call: 'always', contract: 'never' },
  // Without Retry-After the body is too large for good.
  413: { call: 'asked', contract: 'never' },
  421: { call: 'always', contract: 'always' },
  425: { call: 'always', contract: 'always' },
  429: { call: 'always', contract: 'always' },
  502: { call: 'always', contract: 'never' },
  503: { call: 'always', contract: 'asked' },
  504: { call: 'always', contract: 'never' },
};
/** Who gives these is not the one who knows when the service is back. */
const GATEWAYS = [502, 504];

/** Milliseconds for which an answer asks for patience; undefined where it does not. `now`: since 1970. */
export const patienceAskedFor = (exchange: Exchange, now: number): number | undefined => {
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
  return repetition.call === 'always' || patienceAskedFor(exchange, now) !== undefined;
};

/**
 * Milliseconds to wait before a request is repeated, or undefined where it must not be: as long as Retry-After says; without
 * it 100, 400 and 1600 ms. No answer at all is never repeated here. `now`: milliseconds since 1970.
 */
export const pauseBeforeRepetition = (
  exchange: Exchange,
  operation: OperationId | undefined,
  now: number,
): number | undefined => {
  const repetition = REPETITIONS[exchange.response?.status ?? 0];
  const when = repetition?.[operation?.endsWith('.contract-create') ? 'contract' : 'call'];
  if (when === undefined || when === 'never') return undefined;
  const backoff = BACKOFF * BACKOFF_GROWTH ** (exchange.attempt - 1);
  const asked = patienceAskedFor(exchange, now);
  // A Retry-After of nothing must not become a loop without pauses.
  if (asked !== undefined) return Math.max(asked, backoff);
  if (when === 'asked') return undefined;
  return exchange.attempt > MOST_BLIND_REPETITIONS ? undefined : backoff;
};
