import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../conducting-process.ts';

/** Another process holds the lock for longer than the timeout. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Milliseconds: polling interval, timeout, and the age after which a lock counts as stale: one of another machine, one of this
 * machine, since PIDs are reused, and one without content, which should be written within moments. The work takes milliseconds,
 * and ends before its own process polls any lock again.
 */
const POLL_INTERVAL = 50;
const TIMEOUT = 20_000;
const STALE_AFTER = 60_000;
const REUSED = 300_000;
const EMPTY = 2000;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Tests if the owner of a lock is gone: a process of this machine that ended, or a lock that is too old. */
const isStale = (lock: string): boolean => {
  try {
    const [pid = '', host] = readFileSync(lock, 'utf8').split(' ');
    const age = Date.now() - statSync(lock).mtimeMs;
    if (pid === '') return age > EMPTY;
    return host === hostname() ? !isAlive(Number(pid)) || age > REUSED : age > STALE_AFTER;
  } catch {
    // It has just been released.
    return false;
  }
};

/** Tests if the lock exists with this token. */
const holds = (lock: string, token: string): boolean => {
  try {
    return readFileSync(lock, 'utf8') === token;
  } catch {
    return false;
  }
};

/** Creates the lock with this token; false if it exists. */
const createLock = (lock: string, token: string): boolean => {
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, token);
    closeSync(file);
    // After a delay of seconds between the two steps, another process has taken over.
    return holds(lock, token);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return false;
  }
};

const releaseLock = (lock: string, token: string): void => {
  if (holds(lock, token)) rmSync(lock, { force: true });
};

/** Removes a lock that is still stale; one moved by mistake is restored, unless there is a newer one. */
const moveStale = (lock: string): void => {
  if (!isStale(lock)) return;
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (!isStale(aside)) linkSync(aside, lock);
  } catch (error) {
    // It has just been released, or there is a newer one.
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

/**
 * Removes a stale lock, one process at a time: of two that judge the same lock, the later one must not remove the new lock of
 * the earlier one. False if another process is removing it.
 */
const removeStale = (lock: string, token: string): boolean => {
  const turn = `${lock}.turn`;
  if (!createLock(turn, token)) {
    if (isStale(turn)) moveStale(turn);
    return false;
  }
  try {
    moveStale(lock);
    return true;
  } finally {
    releaseLock(turn, token);
  }
};

/**
 * Runs short work under the exclusive lock `FILE.lock`. Throws LockedError if another process does not release it within
 * `timeout` milliseconds.
 */
export const withFileLock = async <Result>(
  path: string,
  work: () => Result,
  timeout = TIMEOUT,
): Promise<Result> => {
  mkdirSync(dirname(path), { recursive: true });
  const lock = `${path}.lock`;
  const until = performance.now() + timeout;
  const token = `${process.pid} ${hostname()} ${randomUUID()}`;
  while (!createLock(lock, token)) {
    if (isStale(lock) && removeStale(lock, token)) continue;
    if (performance.now() > until)
      throw new LockedError(
        `${path} is locked by another process (${lock}); wait for it, or delete the lock if there is no such process`,
      );
    await sleep(POLL_INTERVAL);
  }
  try {
    return work();
  } finally {
    releaseLock(lock, token);
  }
};
