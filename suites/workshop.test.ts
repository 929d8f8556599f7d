import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './workshop.ts';

const always = async (): Promise<void> => undefined;

test('of what waits the lowest rank begins first, and of equals what came first', async () => {
  const begun: string[] = [];
  const inTurn = openWorkshop(1, always);
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await sleep(1);
  };

  await Promise.all([
    inTurn(2, work('first of all')),
    inTurn(3, work('later')),
    inTurn(1, work('early')),
    inTurn(3, work('last')),
  ]);

  expect(begun).toEqual(['early', 'first of all', 'later', 'last']);
});

test('nothing begins before there is room for it', async () => {
  let room = Promise.withResolvers<void>();
  let begun = 0;
  const inTurn = openWorkshop(10, () => room.promise);
  const works = [1, 2].map((rank) =>
    inTurn(rank, async () => {
      begun += 1;
      room = Promise.withResolvers();
    }),
  );
  await sleep(5);
  const withoutRoom = begun;
  room.resolve();
  await sleep(5);
  const withRoomForOne = begun;
  room.resolve();
  await Promise.all(works);

  expect([withoutRoom, withRoomForOne, begun]).toEqual([0, 1, 2]);
});

test('work that fails makes room for the next', async () => {
  const inTurn = openWorkshop(1, always);
  const failing = inTurn(1, () => Promise.reject(new Error('broken')));

  await expect(failing).rejects.toThrow('broken');
  await expect(inTurn(2, async () => 'whole')).resolves.toBe('whole');
});
