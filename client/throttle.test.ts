import { expect, test } from 'vitest';
import { ok, openClient } from './test-client.ts';

test('no more requests are under way at once than the target allows', async () => {
  let now = 0;
  let most = 0;
  const { send } = await openClient(
    (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end();
      }, 20);
    },
    { limits: { concurrency: 3 } },
  );

  await Promise.all(Array.from({ length: 9 }, () => send()));

  expect(most).toBe(3);
});

test('no more requests are started a second than the target allows', async () => {
  const { send, record } = await openClient(ok, { limits: { requestsPerSecond: 20 } });

  const start = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => send()));

  expect(record).toHaveLength(5);
  expect(performance.now() - start).toBeGreaterThanOrEqual(195);
});

test('connections are kept', async () => {
  const ports = new Set<number | undefined>();
  const { send } = await openClient((_request, response) => {
    ports.add(response.socket?.remotePort);
    response.end();
  });

  for (let count = 0; count < 20; count += 1) await send();

  expect(ports.size).toBeLessThan(3);
});
