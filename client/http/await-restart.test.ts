import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../testing/test-target.ts';
import { awaitRestart } from './await-restart.ts';

const start = async (port = 0, answer = () => 404): Promise<Server> => {
  const server = createServer((_request, response) => response.writeHead(answer()).end());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return server;
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve()).closeAllConnections();
  });

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Waits for a restart; `isOver` tells if it has come. */
const waiting = async (port: number) => {
  const aborter = new AbortController();
  let isOver = false;
  const base_url = `http://127.0.0.1:${port}`;
  const target = await testTarget({ base_url });
  const wait = async (): Promise<void> => {
    await awaitRestart(target, aborter.signal);
    isOver = true;
  };
  return { over: wait(), isOver: () => isOver, abort: () => aborter.abort() };
};

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });

test('waits until a service that answers anything was down and is up again', async () => {
  const service = { status: 404, asked: 0 };
  const server = await start(0, () => {
    service.asked += 1;
    return service.status;
  });
  const { over, isOver } = await waiting(portOf(server));
  /** The service was asked once more, and only the connection that is watched is left. */
  const watched = async (): Promise<void> => {
    const before = service.asked;
    while (service.asked === before || (await connectionsOf(server)) !== 1) await sleep(5);
  };
  await watched();
  // A closed idle connection alone is no restart.
  server.closeAllConnections();
  await watched();
  expect(isOver()).toBe(false);

  // Down as a gateway says it, until that was seen.
  const before = service.asked;
  service.status = 503;
  server.closeAllConnections();
  while (service.asked === before) await sleep(5);
  service.status = 404;

  await over;
});

test('a service that is down is waited for, until the caller has enough', async () => {
  const server = await start();
  const port = portOf(server);
  await stop(server);
  const { over } = await waiting(port);
  const given = await waiting(port);
  given.abort();

  await expect(given.over).rejects.toThrow('aborted');
  await start(port);
  await over;
});
