import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import type { Step } from '../spec/operation.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A gateway in front of the service, which delays requests and rejects some. Undefined: the request
 * may pass.
 */
export type Gateway = (step: Step, credential: string) => Promise<Reply | undefined>;

/** One second from now; as a date up to two, since an HTTP date has no fractions. */
const retryAfterNow = (form: Choices['transport']['retryAfter']): string =>
  form === 'seconds' ? '1' : new Date(Date.now() + 2000).toUTCString();

/** A fixed-window limiter per credential; returns true if a request is within the limit. */
const windowsOf = ({ calls, ms }: Choices['transport']['window']) => {
  const windows = new Map<string, { number: number; count: number }>();
  return (credential: string): boolean => {
    if (calls === 0) return true;
    const number = Math.floor(performance.now() / ms);
    const last = windows.get(credential);
    const count = last?.number === number ? last.count + 1 : 1;
    windows.set(credential, { number, count });
    return count <= calls;
  };
};

/** A token bucket per credential, filled at this rate; returns true if a request gets a token. */
const bucketsOf = (perSecond: number): ((credential: string) => boolean) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (credential) => {
    const now = performance.now();
    const { tokens, at } = buckets.get(credential) ?? { tokens: perSecond, at: now };
    const left = Math.min(perSecond, tokens + ((now - at) * perSecond) / 1000);
    const isServed = left >= 1;
    buckets.set(credential, { tokens: isServed ? left - 1 : left, at: now });
    return isServed;
  };
};

/** Statuses that invite a retry of the same request (S8). */
const RETRY_STATUSES = [408, 421, 425] as const;

/** After 408 the existence of a contract is unknown (K4). */
const againAt = (step: Step, count: number): Reply => {
  const status = RETRY_STATUSES[count % RETRY_STATUSES.length] ?? 425;
  return { status: status === 408 && step === 'contract-create' ? 425 : status, headers: {} };
};

/** The gateway of one service, which counts its requests. */
export const gatewayOf = ({ transport }: Pick<Choices, 'transport'>): Gateway => {
  const { delay, busyEvery, againEvery, unavailableEvery } = transport;
  const [least, most] = delay;
  const takesToken = bucketsOf(transport.perSecond);
  const fitsWindow = windowsOf(transport.window);
  const turnedAway = (status: 429 | 503, tellsWhen = true): Reply => ({
    status,
    headers: tellsWhen ? { 'retry-after': retryAfterNow(transport.retryAfter) } : {},
  });
  let count = 0;
  return async (step, credential) => {
    count += 1;
    const isEvery = (every: number): boolean => every > 0 && count % every === 0;
    if (transport.perSecond > 0 && !takesToken(credential))
      return turnedAway(429, transport.tellsWhen);
    if (!fitsWindow(credential)) return turnedAway(429, transport.tellsWhen);
    if (isEvery(unavailableEvery)) return turnedAway(503);
    if (isEvery(busyEvery)) return turnedAway(429);
    if (isEvery(againEvery)) return againAt(step, count / againEvery);
    if (most > 0) await sleep(least + (most - least) * Math.random() ** 4);
    return undefined;
  };
};
