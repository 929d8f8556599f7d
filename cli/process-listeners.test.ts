import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { keepProcessListeners } from './process-listeners.ts';

const nobody = (): void => undefined;

test.each(['SIGINT', 'SIGTERM', 'exit'])('hears no %s that comes meanwhile', async (event) => {
  const before = process.listenerCount(event);
  onTestFinished(keepProcessListeners());
  process.once(event, nobody);
  process.on(event, nobody);
  await nextTurn();
  expect(process.listenerCount(event)).toBe(before);
});

test('leaves who listened before, and who comes afterwards', async () => {
  process.on('SIGTERM', nobody);
  onTestFinished(() => void process.off('SIGTERM', nobody).off('SIGINT', nobody));
  const end = keepProcessListeners();
  await nextTurn();
  end();
  process.on('SIGINT', nobody);
  await nextTurn();
  expect(process.listeners('SIGTERM')).toContain(nobody);
  expect(process.listeners('SIGINT')).toContain(nobody);
});

test('leaves listeners to other events alone', async () => {
  onTestFinished(keepProcessListeners());
  onTestFinished(() => void process.off('warning', nobody));
  process.on('warning', nobody);
  await nextTurn();
  expect(process.listeners('warning')).toContain(nobody);
});
