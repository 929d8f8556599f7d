import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another process holds the file for longer than anybody waits. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Milliseconds: between two looks, until one gives up, and after which a lock is taken for left behind: one of another machine,
 * and one that nobody wrote into, which takes a moment only.
 */
const LOOK = 50;
const PATIENCE = 20_000;
const FORGOTTEN = 60_000;
const EMPTY = 2000;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether whoever made the lock is gone: a process of this machine that ended, or one of another that is long silent. */
const isLeftBehind = (lock: string): boolean => {
  try {
    const [pid = '', host] = readFileSync(lock, 'utf8').split(' ');
    const age = Date.now() - statSync(lock).mtimeMs;
    if (pid === '') return age > EMPTY;
    return host === hostname() ? !isAlive(Number(pid)) : age > FORGOTTEN;
  } catch {
    // It has just been let go.
    return false;
  }
};

const take = (lock: string): boolean => {
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, `${process.pid} ${hostname()}`);
    closeSync(file);
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    return false;
  }
};

/**
 * Does what must not happen to a file at the same time in two processes, with `FILE.lock` beside it; the work is quick.
 * Throws LockedError where another process does not let go within `patience` milliseconds.
 */
export const withFileLock = async <Result>(
  path: string,
  work: () => Result,
  patience = PATIENCE,
): Promise<Result> => {
  mkdirSync(dirname(path), { recursive: true });
  const lock = `${path}.lock`;
  const until = performance.now() + patience;
  while (!take(lock)) {
    if (isLeftBehind(lock)) rmSync(lock, { force: true });
    else if (performance.now() > until)
      throw new LockedError(
        `${path} is held by another process (${lock}); wait for it, or remove the lock where there is none`,
      );
    else await sleep(LOOK);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
};
