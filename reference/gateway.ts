import type { Choices } from './choices.ts';
import type { Reply } from './reply.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** What stands before a service: it makes requests wait, and turns some away. Undefined: the request may pass. */
export type Gateway = () => Promise<Reply | undefined>;

const turnedAway = (status: 429 | 503): Reply => ({ status, headers: { 'retry-after': '1' } });

/** The gateway of one service, which counts its requests. */
export const gatewayOf = ({ transport }: Pick<Choices, 'transport'>): Gateway => {
  const { delay, busyEvery, unavailableEvery } = transport;
  const [least, most] = delay;
  let count = 0;
  return async () => {
    count += 1;
    const isEvery = (every: number): boolean => every > 0 && count % every === 0;
    if (isEvery(unavailableEvery)) return turnedAway(503);
    if (isEvery(busyEvery)) return turnedAway(429);
    if (most > 0) await sleep(least + (most - least) * Math.random() ** 4);
    return undefined;
  };
};
