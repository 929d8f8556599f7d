import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGatewayStatus } from '../../spec/transport-statuses.ts';
import type { ResolvedTarget } from '../target.ts';
import { createTransport } from './transport.ts';

type Addressed = Pick<ResolvedTarget, 'base_url' | 'gap_base_url' | 'limits' | 'network'>;

/** Milliseconds between two attempts to reach a service that is down. */
const INTERVAL = 200;
/** Milliseconds; a service that is starting answers late, or not at all. */
const DEADLINE = 2000;

/** Tests if anything but a gateway answers at an address. */
const answers = async (address: string, { limits, network }: Addressed): Promise<boolean> => {
  const transport = createTransport({ limits: { ...limits, concurrency: 1 }, network });
  const { origin, pathname } = new URL(address);
  try {
    const request = { method: 'GET', origin, path: pathname, headers: {} };
    const { response } = await transport.send(request, DEADLINE);
    return response !== undefined && !isGatewayStatus(response.status);
  } finally {
    await transport.close();
  }
};

/** Waits until an address answers; true if it did not at once. */
const untilUp = async (
  address: string,
  target: Addressed,
  signal: AbortSignal,
): Promise<boolean> => {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    if (await answers(address, target)) return attempt > 0;
    await sleep(INTERVAL, undefined, { signal });
  }
};

/** Milliseconds for which a connection lasted that sends nothing; it ends with the service, or cannot be opened at all. */
const connectionTime = async (address: string, signal: AbortSignal): Promise<number> => {
  const { hostname, port, protocol } = new URL(address);
  const begun = performance.now();
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname);
  await new Promise<void>((resolve) => {
    const end = (): void => void socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    socket.on('error', () => undefined).resume();
    socket.on('close', () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
  });
  return performance.now() - begun;
};

/** Waits for the restart of the service at one address: it is down, and up again. */
const restartAt = async (
  address: string,
  target: Addressed,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    // Opened before the service is asked, so that no restart falls between the two.
    const over = new AbortController();
    const lasting = connectionTime(address, AbortSignal.any([signal, over.signal]));
    try {
      if (await untilUp(address, target, signal)) return;
      const lasted = await lasting;
      // A short one may only be reached through a proxy: then the service is asked at intervals.
      await sleep(lasted < INTERVAL ? INTERVAL : 1, undefined, { signal });
    } finally {
      over.abort();
    }
  }
};

/** Waits until the service was down at one of its addresses and answers at all of them again. Rejects if `signal` is aborted. */
export const awaitRestart = async (target: Addressed, signal: AbortSignal): Promise<void> => {
  const addresses = [...new Set([target.base_url, target.gap_base_url])];
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  const restarts = addresses.map((address) => restartAt(address, target, either));
  // The others end by the abortion.
  for (const each of restarts) each.catch(() => undefined);
  try {
    await Promise.race(restarts);
    await Promise.all(addresses.map((address) => untilUp(address, target, signal)));
  } finally {
    settled.abort();
  }
};
