import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('install-lock.mjs', import.meta.url).href;

interface InstallLock {
  readonly takeInstallLock: (
    root: string,
    onWait: () => void,
    polls?: number,
  ) => Promise<() => void>;
}

const { takeInstallLock } = (await import(MODULE)) as InstallLock;

const folder = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

test('a second process waits until the first one releases the lock', async () => {
  const root = folder();
  const order: string[] = [];
  const release = await takeInstallLock(root, () => order.push('never'));

  const takeSecond = async (): Promise<void> => {
    const free = await takeInstallLock(root, () => order.push('waits'));
    order.push('takes');
    free();
  };
  const second = takeSecond();
  await new Promise((resolve) => setTimeout(resolve, 300));
  order.push('releases');
  release();
  await second;

  expect(order).toEqual(['waits', 'releases', 'takes']);
});

test('a process that works longer than the others wait keeps the lock', async () => {
  const root = folder();
  const release = await takeInstallLock(root, () => {});
  let taken = false;

  const takeSecond = async (): Promise<void> => {
    const free = await takeInstallLock(root, () => {}, 4);
    taken = true;
    free();
  };
  const second = takeSecond();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const takenTooEarly = taken;
  release();
  await second;

  expect(takenTooEarly).toBe(false);
});

test('the lock of a killed process is removed', async () => {
  const root = folder();
  const script = `const { takeInstallLock } = await import(${JSON.stringify(MODULE)});
    await takeInstallLock(${JSON.stringify(root)}, () => {});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script]);
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'close');
  let waited = 0;

  const release = await takeInstallLock(root, () => (waited += 1), 4);
  release();

  expect(waited).toBe(1);
});
