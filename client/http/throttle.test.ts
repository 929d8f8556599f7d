import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { ok, openClient } from '../testing/test-client.ts';
import { mostTogether } from './throttle.ts';

const call: Call = { operation: 'travel.draft-create', body: {}, test: 'a test', intent: 'legal' };
const calls = (count: number) => Array.from({ length: count }, () => call);

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

test('calls that are sent together are all under way before the first is answered', async () => {
  const held: (() => void)[] = [];
  const { client, send } = await openClient(
    (_request, response) => {
      held.push(() => response.end('{}'));
      // Whatever came by itself is answered late, so that the group has to wait for room.
      if (held.length === 2) setTimeout(() => held.splice(0).forEach((answer) => answer()), 20);
      if (held.length === 5) held.splice(0).forEach((answer) => answer());
    },
    { limits: { concurrency: 5, deadline: 2000 } },
  );

  const exchanges = await Promise.all([send(), send(), client.sendTogether(calls(5))]);

  const statuses = exchanges.flat().map(({ response }) => response?.status);
  expect(statuses).toEqual(Array.from({ length: 7 }, () => 200));
});

test('calls that are sent together keep to the requests a second', async () => {
  const { client, send } = await openClient(ok, { limits: { requestsPerSecond: 20 } });

  const before = await send();
  const together = await client.sendTogether(calls(4));
  const after = await send();

  // When each was sent: a busy machine lets them arrive later.
  const [first = 0, second = 0, , , fifth = 0, last = 0] = [before, ...together, after].map(
    ({ at }) => Date.parse(at),
  );
  expect(second - first).toBeGreaterThan(180);
  expect(fifth - second).toBeLessThan(100);
  expect(last - fifth).toBeGreaterThan(160);
});

test('more calls together than the limits allow are an error of ours', async () => {
  const { client, record } = await openClient(ok, { limits: { concurrency: 3 } });

  await expect(client.sendTogether(calls(4))).rejects.toThrow('the limits allow 3');
  expect(record).toEqual([]);
});

test('of requests together a second allows as many as it allows at all', () => {
  expect(mostTogether({ concurrency: 8 })).toBe(8);
  expect(mostTogether({ concurrency: 8, requestsPerSecond: 5 })).toBe(5);
  expect(mostTogether({ concurrency: 8, requestsPerSecond: 0.5 })).toBe(1);
});

test('there is room when nothing waits and one more could be sent', async () => {
  const held: (() => void)[] = [];
  const { client, send } = await openClient(
    (_request, response) => held.push(() => response.end()),
    {
      limits: { concurrency: 2 },
    },
  );
  let room = 0;
  const ask = () => client.room().then(() => (room += 1));

  await ask();
  const sent = [send(), send(), send()];
  await expect.poll(() => held.length).toBe(2);
  const asked = ask();
  held.shift()?.();
  await expect.poll(() => held.length).toBe(2);
  const whileFull = room;
  held.shift()?.();
  await asked;
  held.shift()?.();
  await Promise.all(sent);

  expect([whileFull, room]).toEqual([1, 2]);
});
