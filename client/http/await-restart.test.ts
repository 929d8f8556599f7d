import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../testing/test-target.ts';
import { awaitRestart } from './await-restart.ts';

const start = async (port = 0): Promise<Server> => {
  const server = createServer((_request, response) => response.writeHead(404).end());
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

test('waits until a service that answers anything was down and is up again', async () => {
  const first = await start();
  const { over, isOver } = await waiting(portOf(first));
  // Its connection is watched by now, or will be refused.
  while ((await connectionsOf(first)) === 0) await sleep(5);
  // A closed idle connection alone is no restart.
  first.closeAllConnections();
  while ((await connectionsOf(first)) === 0) await sleep(5);
  const before = isOver();
  const port = portOf(first);
  await stop(first);
  await start(port);

  await over;
  expect(before).toBe(false);
});

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count));
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
