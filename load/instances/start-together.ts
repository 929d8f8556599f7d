import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below the ephemeral ranges (Linux from 32768, others from 49152): a connection opened before the port is
 * listened on cannot take it.
 */
const PORTS = { first: 12_000, end: 32_000 } as const;
const TRIALS = 200;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Distinct free ports of 127.0.0.1, for programs that cannot listen on port 0. Throws if there are too few. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const found = new Set<number>();
  for (let trial = 0; found.size < count && trial < count + TRIALS; trial += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  if (found.size < count)
    throw new Error(`expected ${count} free ports of 127.0.0.1, found ${found.size}`);
  return [...found];
};

/** Timeout for one answer of k6's own API, and the polling interval, in milliseconds. */
const TIMEOUT = 2000;
const PAUSE = 50;
/** k6's status code for: virtual users are initialised, and nothing is sent yet. */
const READY = 4;
const RESUME = JSON.stringify({
  data: { type: 'status', id: 'default', attributes: { paused: false } },
});

/** Status of a k6 instance; undefined if it does not answer. With an agent of our own, so that no proxy is involved. */
const statusOf = (port: number, method: 'GET' | 'PATCH'): Promise<number | undefined> =>
  new Promise((resolve) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/status',
        method,
        agent: new Agent(),
        signal: AbortSignal.timeout(TIMEOUT),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('error', () => resolve(undefined));
        response.on('end', () => {
          const status = /"status":(\d+)/.exec(text)?.[1];
          resolve(response.statusCode === 200 && status ? Number(status) : undefined);
        });
      },
    );
    asked.on('error', () => resolve(undefined));
    asked.end(method === 'PATCH' ? RESUME : undefined);
  });

/** Resolves to true if an instance is ready before the moment, in milliseconds since the epoch. */
const isReady = async (port: number, until: number, signal: AbortSignal): Promise<boolean> => {
  while (!signal.aborted && Date.now() < until) {
    if ((await statusOf(port, 'GET')) === READY) return true;
    await sleep(PAUSE);
  }
  return false;
};

/**
 * Starts the k6 instances that wait on these ports simultaneously, as soon as all are ready. Resolves to the indices of
 * those that were not ready in time or did not accept the start; if there are any, or the signal was aborted, the run
 * is void.
 */
export const startTogether = async (
  ports: readonly number[],
  seconds: number,
  signal: AbortSignal,
): Promise<readonly number[]> => {
  const late = (all: readonly boolean[]): readonly number[] =>
    all.flatMap((ok, index) => (ok ? [] : [index]));
  const until = Date.now() + seconds * 1000;
  const waiting = late(await Promise.all(ports.map((port) => isReady(port, until, signal))));
  if (waiting.length > 0 || signal.aborted) return waiting;
  const statuses = await Promise.all(ports.map((port) => statusOf(port, 'PATCH')));
  return late(statuses.map((status) => status !== undefined));
};
