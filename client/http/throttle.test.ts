import { median } from 'simple-statistics';
import { expect, test } from 'vitest';
import type { Call } from './build-request.ts';
import { ok, openClient } from '../testing/test-client.ts';
import { maxSimultaneous, createAdaptiveConcurrency } from './throttle.ts';

const call: Call = { operation: 'travel.draft-create', body: {}, test: 'a test', intent: 'legal' };
const calls = (count: number) => Array.from({ length: count }, () => call);

test("never exceeds the target's limit of concurrent requests", async () => {
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

test("never exceeds the target's limit of requests per second", async () => {
  const { send, record } = await openClient(ok, { limits: { requestsPerSecond: 20 } });

  const start = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => send()));

  expect(record).toHaveLength(5);
  expect(performance.now() - start).toBeGreaterThanOrEqual(195);
});

test('keeps connections alive', async () => {
  const ports = new Set<number | undefined>();
  const { send } = await openClient((_request, response) => {
    ports.add(response.socket?.remotePort);
    response.end();
  });

  for (let count = 0; count < 20; count += 1) await send();

  expect(ports.size).toBeLessThan(3);
});

test('a call over a fresh connection shares it with no other call', async () => {
  const ports: (number | undefined)[] = [];
  const { send } = await openClient((_request, response) => {
    ports.push(response.socket?.remotePort);
    response.end();
  });

  for (const connection of [undefined, 'fresh', undefined, 'fresh'] as const)
    await send(connection && { connection });

  const [kept, first, again, second] = ports;
  expect(again).toBe(kept);
  expect(new Set([kept, first, second]).size).toBe(3);
});

test('simultaneous calls are all in flight before the first answer', async () => {
  const held: (() => void)[] = [];
  const { client, send } = await openClient(
    (_request, response, count) => {
      held.push(() => response.end('{}'));
      // The two requests outside the group are answered late, so that the group has to wait for capacity.
      if (count === 2) setTimeout(() => held.splice(0).forEach((answer) => answer()), 20);
      if (count === 7) held.splice(0).forEach((answer) => answer());
    },
    { limits: { concurrency: 5, deadline: 60_000 } },
  );

  const exchanges = await Promise.all([send(), send(), client.sendTogether(calls(5))]);

  const statuses = exchanges.flat().map(({ response }) => response?.status);
  expect(statuses).toEqual(Array.from({ length: 7 }, () => 200));
});

test('simultaneous calls respect the requests per second', async () => {
  const { client, send } = await openClient(ok, { limits: { requestsPerSecond: 20 } });

  const before = await send();
  const together = await client.sendTogether(calls(4));
  const after = await send();

  // Send times: on a busy machine they arrive later. The four take the room of four together, before and after.
  const [first = 0, second = 0, , , fifth = 0, last = 0] = [before, ...together, after].map(
    ({ at }) => Date.parse(at),
  );
  expect(second - first).toBeGreaterThan(180);
  expect(last - fifth).toBeGreaterThan(160);
});

test('more simultaneous calls than the limits allow are an error of the harness', async () => {
  const { client, record } = await openClient(ok, { limits: { concurrency: 3 } });

  await expect(client.sendTogether(calls(4))).rejects.toThrow(
    'expected at most 3 concurrent requests',
  );
  expect(record).toEqual([]);
});

test('a second allows at most its total of simultaneous requests', () => {
  expect(maxSimultaneous({ concurrency: 8 })).toBe(8);
  expect(maxSimultaneous({ concurrency: 8, requestsPerSecond: 5 })).toBe(5);
  expect(maxSimultaneous({ concurrency: 8, requestsPerSecond: 0.5 })).toBe(1);
});

test('there is room if nothing is queued and one more request could be sent', async () => {
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

const answered = (milliseconds: number) => ({ kind: 'any', milliseconds, pushedBack: false });
const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

test('grows to the limit while answers stay quick', () => {
  const load = createAdaptiveConcurrency(32);
  expect(load.atOnce()).toBe(8);
  times(300, () => load.seen(answered(20)));

  expect(load.atOnce()).toBe(32);
});

test('never starts above the limit', () => {
  expect(createAdaptiveConcurrency(1).atOnce()).toBe(1);
});

test('shrinks to eight if latencies rise, and grows again', () => {
  const load = createAdaptiveConcurrency(32);
  times(300, () => load.seen(answered(20)));
  times(1000, () => load.seen(answered(200)));
  const slow = load.atOnce();
  times(1000, () => load.seen(answered(25)));

  expect(slow).toBe(8);
  expect(load.atOnce()).toBe(32);
});

test('random slow answers are no queue', () => {
  const load = createAdaptiveConcurrency(32);
  let turn = 0;
  times(1000, () => load.seen(answered((turn += 7) % 10 === 0 ? 900 : 30)));

  expect(load.atOnce()).toBe(32);
});

test('neither short queues nor slow kinds of requests reduce concurrency', () => {
  const load = createAdaptiveConcurrency(32);
  times(300, () => load.seen(answered(1)));
  times(300, () => load.seen(answered(40)));
  times(300, () => load.seen({ ...answered(900), kind: 'slow' }));

  expect(load.atOnce()).toBe(32);
});

test('occasional push-back does not reduce concurrency', () => {
  const load = createAdaptiveConcurrency(32);
  let turn = 0;
  times(1000, () => load.seen({ ...answered(20), pushedBack: (turn += 1) % 40 === 0 }));

  expect(load.atOnce()).toBeGreaterThan(16);
});

test('halves concurrency on repeated push-back', () => {
  const load = createAdaptiveConcurrency(32);
  times(300, () => load.seen(answered(20)));
  times(64, () => load.seen({ ...answered(20), pushedBack: true }));
  expect(load.atOnce()).toBe(16);

  times(300, () => load.seen({ ...answered(20), pushedBack: true }));
  expect(load.atOnce()).toBe(2);
});

/** A service that handles four requests at once, 30 ms each; the others queue. */
const narrowService = () => {
  const waiting: (() => void)[] = [];
  let [serving, underWay] = [0, 0];
  const seen: number[] = [];
  const serve = (): void => {
    const next = serving < 4 ? waiting.shift() : undefined;
    if (!next) return;
    serving += 1;
    setTimeout(() => {
      serving -= 1;
      underWay -= 1;
      next();
      serve();
    }, 30);
  };
  const arrive = (answer: () => void): void => {
    underWay += 1;
    seen.push(underWay);
    waiting.push(answer);
    serve();
  };
  return { arrive, seen };
};

test("a service with few workers does not get the target's maximum", async () => {
  const { arrive, seen } = narrowService();
  const { send } = await openClient((_request, response) => arrive(() => response.end('{}')), {
    limits: { concurrency: 64 },
  });
  await Promise.all(Array.from({ length: 240 }, () => send()));

  // On a busy machine single answers come late, and let a few more requests pass.
  expect(median(seen.slice(-60))).toBeLessThan(32);
});

test('an outage reduces concurrency even if errors are quick', async () => {
  let [underWay, most, count] = [0, 0, 0];
  const { send } = await openClient(
    (_request, response) => {
      underWay += 1;
      count += 1;
      if (count > 60) most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        response.writeHead(503).end();
      }, 2);
    },
    { limits: { concurrency: 32, retryBudget: 0 } },
  );
  await Promise.all(Array.from({ length: 120 }, () => send()));

  expect(most).toBeLessThan(8);
});
