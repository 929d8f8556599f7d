import { spawnSync } from 'node:child_process';
import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { LockedError, withFileLock } from './file-lock.ts';

/** Called after every read of a lock, so that another process can act at that moment. */
const onLook = (looked: () => void): void => {
  const real = fs.readFileSync;
  fs.readFileSync = ((...args: Parameters<typeof real>) => {
    const text = real(...args);
    if (String(args[0]).endsWith('.lock')) looked();
    return text;
  }) as typeof real;
  // Updates the named imports of other modules.
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readFileSync = real;
    syncBuiltinESMExports();
  });
};

const HELD = `${process.ppid} ${hostname()} of-another`;
const ended = (): string => `${spawnSync(process.execPath, ['-e', '']).pid} ${hostname()} ended`;

let file = '';
let lock = '';
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  file = join(folder, 'history.jsonl');
  lock = `${file}.lock`;
});

test.each([1, 2])(
  'leaves a lock that another process takes over after poll %i to that one',
  async (last) => {
    writeFileSync(lock, ended());
    let looks = 0;
    onLook(() => {
      looks += 1;
      if (looks === last) writeFileSync(lock, HELD);
    });
    await expect(withFileLock(file, () => 'done', 200)).rejects.toThrow(LockedError);
    expect(readFileSync(lock, 'utf8')).toBe(HELD);
    expect(readdirSync(dirname(file))).toEqual([basename(lock)]);
  },
);

test('removes only its own lock', async () => {
  await withFileLock(file, () => writeFileSync(lock, HELD));
  expect(readFileSync(lock, 'utf8')).toBe(HELD);
});

test('leaves nothing of a process that ended during a takeover', async () => {
  writeFileSync(lock, ended());
  writeFileSync(`${lock}.turn`, ended());
  expect(await withFileLock(file, () => 'done', 1000)).toBe('done');
  expect(existsSync(lock)).toBe(false);
  expect(readdirSync(dirname(file))).toEqual([]);
});

test.each([
  ['another process', process.ppid],
  ['this process', process.pid],
])('an old lock with the PID of %s is stale: PIDs are reused', async (_, pid) => {
  const old = (minutes: number): void => {
    const at = Date.now() / 1000 - minutes * 60;
    writeFileSync(lock, `${pid} ${hostname()} of-last-night`);
    utimesSync(lock, at, at);
  };
  old(6);
  expect(await withFileLock(file, () => 'done', 200)).toBe('done');
  old(4);
  await expect(withFileLock(file, () => 'done', 100)).rejects.toThrow(LockedError);
});
