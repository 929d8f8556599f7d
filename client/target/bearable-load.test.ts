import { expect, test } from 'vitest';
import { createBearableLoad } from './bearable-load.ts';
import { openClient } from '../testing/test-client.ts';

const answered = (milliseconds: number) => ({ kind: 'any', milliseconds, pushedBack: false });
const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

test('goes up to the limit while answers stay quick', () => {
  const load = createBearableLoad(32);
  expect(load.atOnce()).toBe(8);
  times(300, () => load.seen(answered(20)));

  expect(load.atOnce()).toBe(32);
});

test('never begins above the limit', () => {
  expect(createBearableLoad(1).atOnce()).toBe(1);
});

test('goes down to eight where answers take much longer than they did, and up again', () => {
  const load = createBearableLoad(32);
  times(300, () => load.seen(answered(20)));
  times(1000, () => load.seen(answered(200)));
  const slow = load.atOnce();
  times(1000, () => load.seen(answered(25)));

  expect(slow).toBe(8);
  expect(load.atOnce()).toBe(32);
});

test('answers that are slow by chance are no queue', () => {
  const load = createBearableLoad(32);
  let turn = 0;
  times(1000, () => load.seen(answered((turn += 7) % 10 === 0 ? 900 : 30)));

  expect(load.atOnce()).toBe(32);
});

test('short queues are no reason to send fewer, nor are slow kinds of requests', () => {
  const load = createBearableLoad(32);
  times(300, () => load.seen(answered(1)));
  times(300, () => load.seen(answered(40)));
  times(300, () => load.seen({ ...answered(900), kind: 'slow' }));

  expect(load.atOnce()).toBe(32);
});

test('a service that asks for patience now and then is sent no fewer', () => {
  const load = createBearableLoad(32);
  let turn = 0;
  times(1000, () => load.seen({ ...answered(20), pushedBack: (turn += 1) % 40 === 0 }));

  expect(load.atOnce()).toBeGreaterThan(16);
});

test('sends half as many where the service asks for patience, again and again', () => {
  const load = createBearableLoad(32);
  times(300, () => load.seen(answered(20)));
  times(64, () => load.seen({ ...answered(20), pushedBack: true }));
  expect(load.atOnce()).toBe(16);

  times(300, () => load.seen({ ...answered(20), pushedBack: true }));
  expect(load.atOnce()).toBe(2);
});

/** A service that serves four at once, 30 ms each; whatever comes beside them waits. */
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

test('a service that serves few at once is not sent all that the target allows', async () => {
  const { arrive, seen } = narrowService();
  const { send } = await openClient((_request, response) => arrive(() => response.end('{}')), {
    limits: { concurrency: 64 },
  });
  await Promise.all(Array.from({ length: 240 }, () => send()));

  expect(Math.max(...seen.slice(-60))).toBeLessThan(32);
});

test('a service that is away for a while is sent fewer at once, though it says so quickly', async () => {
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
