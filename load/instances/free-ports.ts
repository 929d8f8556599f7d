import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Ports below those that systems hand out by themselves (Linux from 32768, others from 49152): a connection that somebody opens
 * before the port is listened on cannot take it.
 */
const PORTS = { first: 12_000, end: 32_000 } as const;
const TRIALS = 200;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Different ports of 127.0.0.1 that nobody listens on now, for programs that cannot listen on 0 and say what they got.
 * @throws {Error} if no free port was found.
 */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const found = new Set<number>();
  for (let trial = 0; found.size < count && trial < count + TRIALS; trial += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  if (found.size < count)
    throw new Error(`${count} free ports of 127.0.0.1 were wanted; ${found.size} were found`);
  return [...found];
};
