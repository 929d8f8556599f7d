import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../client/usage-error.ts';
import { reusableEmbedded, type EmbeddedService, startEmbedded } from './embedded-service.ts';

/** Sends a request from a separate thread, and writes the status to shared memory. */
const ASKER = `const { workerData: { address, shared } } = require('node:worker_threads');
  fetch(address).then(({ status }) => {
    const cell = new Int32Array(shared);
    Atomics.store(cell, 0, status);
    Atomics.notify(cell, 0);
  });`;

test('answers while this thread is busy', async () => {
  const service = await startEmbedded({ faults: [] });
  onTestFinished(async () => void (await service.close()));
  const shared = new SharedArrayBuffer(4);
  const address = `${String(service.target['base_url'])}/BE/travel/drafts/1`;
  const asker = new Worker(ASKER, { eval: true, workerData: { address, shared } });
  onTestFinished(async () => void (await asker.terminate()));

  Atomics.wait(new Int32Array(shared), 0, 0, 60_000);

  expect(new Int32Array(shared)[0]).toBe(404);
});

test('closing returns the wrong answers of a conditional fault, the same for all callers', async () => {
  const faults = ['gap-updated-without-three-claims~from-write-3'];
  const service = await startEmbedded({ faults });

  const first = service.close();

  await expect(first).resolves.toEqual([]);
  expect(service.close()).toBe(first);
});

/** Status of an answer by which this service differs from another one on its thread. */
const statusOf = async ({ target }: EmbeddedService): Promise<number> => {
  const { status } = await fetch(`${String(target['base_url'])}/BE/travel/drafts/1`);
  return status;
};

test('consecutive services have their own address, secrets, dialect and faults', async () => {
  const start = reusableEmbedded();
  const faults = ['gap-updated-without-three-claims~from-write-3'];
  const first = await start({ faults });
  expect(await statusOf(first)).toBe(404);
  await expect(first.close()).resolves.toEqual([]);
  await expect(statusOf(first)).rejects.toThrow('fetch failed');

  const second = await start({ dialect: 'prefixed', faults: [] });
  const beside = await start({ faults: [] });

  expect(second.target['base_url']).not.toBe(first.target['base_url']);
  expect(second.environment).not.toEqual(first.environment);
  expect([await statusOf(second), await statusOf(beside)]).toEqual([404, 404]);
  await expect(second.close()).resolves.toBe(undefined);
  await expect(beside.close()).resolves.toBe(undefined);
});

test('another service can start after one that failed to start, or crashed', async () => {
  const start = reusableEmbedded();
  await (await start({ faults: [] })).close();

  await expect(start({ dialect: 'nope', faults: [] })).rejects.toThrow(UsageError);

  const service = await start({ faults: [] });
  expect(await statusOf(service)).toBe(404);
  await service.close();
});

test('an unknown dialect is a usage error', async () => {
  await expect(startEmbedded({ dialect: 'nope', faults: [] })).rejects.toThrow(UsageError);
});

test('a hanging service does not block the end of a run', async () => {
  const hanging = (isConditioned: boolean) => {
    const program = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { for (;;); });
      parentPort.postMessage({ kind: 'listening', target: {}, environment: {}, isConditioned: ${isConditioned} });`;
    return startEmbedded(
      { faults: [] },
      new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    );
  };
  const [service, faulty] = await Promise.all([hanging(false), hanging(true)]);

  await expect(service.close()).resolves.toBe(undefined);
  await expect(faulty.close()).rejects.toThrow('did not name its wrong answers within 3000 ms');
});
