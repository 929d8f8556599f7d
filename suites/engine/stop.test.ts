import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createStopSignal, unlessStopped } from './stop.ts';

test('runs every task before a stop', async () => {
  const { guard, reason } = createStopSignal();

  expect(await guard(() => Promise.resolve(7))).toBe(7);
  expect(reason()).toBeUndefined();
});

test('starts nothing after a stop, and keeps the first reason', async () => {
  const { guard, reason, stop } = createStopSignal();
  let begun = 0;
  stop('the first');
  stop('the second');

  await expect(
    guard(() => {
      begun += 1;
      return Promise.resolve();
    }),
  ).rejects.toThrow('the first');
  expect([begun, reason()]).toEqual([0, 'the first']);
});

test('a task that may not start has no result, and other errors stay errors', async () => {
  const { guard, stop } = createStopSignal();
  const task = () => unlessStopped(() => guard(() => Promise.resolve(7)));
  const before = await task();
  stop('enough');

  expect([before, await task()]).toEqual([7, undefined]);
  await expect(unlessStopped(() => Promise.reject(new Error('else')))).rejects.toThrow('else');
});

test('stops by itself at the time limit', async () => {
  const [long, short] = [3_600_000, 20].map((after) =>
    createStopSignal({ limit: { after, reason: 'time is over' } }),
  );

  await vi.waitFor(() => expect(short?.reason()).toBe('time is over'));
  expect(long?.reason()).toBeUndefined();
});

test('a request in flight may be answered shortly after, and is given up later', async () => {
  const { guard, stop } = createStopSignal();
  const quick = guard(() => sleep(100, 'answered'));
  const slow = guard(() => sleep(5000, 'answered', { ref: false }));
  stop('enough');

  expect(await quick).toBe('answered');
  await expect(slow).rejects.toThrow('enough');
});

test('does not keep answers until the end of the run', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { guard } = createStopSignal();

  const answer = new WeakRef(await guard(() => Promise.resolve({ body: 'long' })));
  await sleep(1);
  collect();

  expect(answer.deref()).toBeUndefined();
});

test('time reserved for later ends it earlier, also if long work delays its timer', () => {
  const { reason, reserve } = createStopSignal({ limit: { after: 1000, reason: 'time is over' } });

  const before = reason();
  reserve(600);
  const between = reason();
  reserve(500);

  expect([before, between, reason()]).toEqual([undefined, undefined, 'time is over']);
});
