import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

test('a few are under way at once, and what came of them keeps their order', async () => {
  let [underWay, most] = [0, 0];
  const came = await sideBySide([50, 40, 30, 20, 10, 0], async (milliseconds) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await sleep(milliseconds);
    underWay -= 1;
    return [milliseconds, -milliseconds];
  });

  expect(most).toBe(4);
  expect(came).toEqual([50, -50, 40, -40, 30, -30, 20, -20, 10, -10, 0, -0]);
});

test('what one throws is thrown', async () => {
  const failing = sideBySide([1, 2], (item) => Promise.reject(new Error(`no ${item}`)));

  await expect(failing).rejects.toThrow('no 1');
});

test('what waits for earlier items is written in their order, also where one of them throws', async () => {
  const written: number[] = [];

  const ended = sideBySide([30, 20, 10, 0], async (milliseconds, earlier) => {
    await sleep(milliseconds);
    if (milliseconds === 30) throw new Error('lost');
    await earlier;
    written.push(milliseconds);
    return [];
  });

  await expect(ended).rejects.toThrow('lost');
  expect(written).toEqual([20, 10, 0]);
});
