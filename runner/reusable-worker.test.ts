import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reusableWorker } from './reusable-worker.ts';

const program = new URL('suites-worker.ts', import.meta.url);

test('a preloaded thread is the one that is used, until it is terminated', async () => {
  const kept = reusableWorker(program);

  kept.warmUp();
  const first = kept.get();
  expect(kept.get()).toBe(first);

  await once(first, 'online');
  await kept.end();
  expect(first.threadId).toBe(-1);
  const second = kept.get();
  expect(second).not.toBe(first);
  await second.terminate();
});

test('a thread that crashes before its first use is replaced, and ends no process', async () => {
  const kept = reusableWorker(new URL('data:text/javascript,throw new Error("broken")'));

  kept.warmUp();
  const first = kept.get();
  await new Promise((resolve) => first.once('exit', resolve));

  const [error] = (await once(kept.get(), 'error')) as [Error];
  expect(error.message).toBe('broken');
});

test('terminates nothing if nothing was started', async () => {
  await expect(reusableWorker(program).end()).resolves.toBeUndefined();
});

test('does not wait for a hanging thread', async ({ skip }) => {
  if (process.platform === 'win32') skip('Windows has no pipes in folders');
  const folder = mkdtempSync(join(tmpdir(), 'assay-thread-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [pipe, begun] = [join(folder, 'pipe'), join(folder, 'begun')];
  // Blocks until somebody writes to the pipe, and cannot be interrupted.
  const hanging = `import { execFileSync } from 'node:child_process';
    execFileSync('sh', ['-c', 'mkfifo "$2"; touch "$1"; cat "$2"', 'sh', ${JSON.stringify(begun)}, ${JSON.stringify(pipe)}]);`;
  const kept = reusableWorker(new URL(`data:text/javascript,${encodeURIComponent(hanging)}`));
  const thread = kept.get();
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true);

  await kept.end();

  expect(thread.threadId).not.toBe(-1);
  const exited = once(thread, 'exit');
  closeSync(openSync(pipe, 'w'));
  await exited;
});
