import { once } from 'node:events';
import { expect, test } from 'vitest';
import { keptThread } from './kept-thread.ts';

const program = new URL('loop-worker.ts', import.meta.url);

test('a thread that was warmed up is the one that is used, until it is ended', async () => {
  const kept = keptThread(program);

  kept.warmUp();
  const first = kept.get();
  expect(kept.get()).toBe(first);

  kept.end();
  await once(first, 'exit');
  const second = kept.get();
  expect(second).not.toBe(first);
  await second.terminate();
});

test('a thread that breaks before anybody uses it is replaced, and ends no process', async () => {
  const kept = keptThread(new URL('data:text/javascript,throw new Error("broken")'));

  kept.warmUp();
  const first = kept.get();
  await new Promise((resolve) => first.once('exit', resolve));

  const [error] = (await once(kept.get(), 'error')) as [Error];
  expect(error.message).toBe('broken');
});

test('nothing is ended where nothing was started', () => {
  expect(() => keptThread(program).end()).not.toThrow();
});
