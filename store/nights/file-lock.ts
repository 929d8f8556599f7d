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

/** Another process holds the file for longer than anybody waits. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Milliseconds: between two looks, until one gives up, and after which a lock is taken for left behind: one of another machine,
 * one of this machine, since the number of a process that ended is given to another one, and one that nobody wrote into, which
 * takes a moment only. The work takes milliseconds, and ends before its own process looks at any lock again.
 */
const LOOK = 50;
const PATIENCE = 20_000;
const FORGOTTEN = 60_000;
const REUSED = 300_000;
const EMPTY = 2000;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether whoever made the lock is gone: a process of this machine that ended, or one that is long silent. */
const isLeftBehind = (lock: string): boolean => {
  try {
    const [pid = '', host] = readFileSync(lock, 'utf8').split(' ');
    const age = Date.now() - statSync(lock).mtimeMs;
    if (pid === '') return age > EMPTY;
    return host === hostname() ? !isAlive(Number(pid)) || age > REUSED : age > FORGOTTEN;
  } catch {
    // It has just been let go.
    return false;
  }
};

/** Whether the lock is there and has this token in it. */
const holds = (lock: string, token: string): boolean => {
  try {
    return readFileSync(lock, 'utf8') === token;
  } catch {
    return false;
  }
};

/** Makes the lock with this token in it; false where there is one. */
const take = (lock: string, token: string): boolean => {
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, token);
    closeSync(file);
    // Whoever takes seconds from the first to the second step finds that another has taken over.
    return holds(lock, token);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return false;
  }
};

const letGo = (lock: string, token: string): void => {
  if (holds(lock, token)) rmSync(lock, { force: true });
};

/** Takes a lock away where it is left behind still; what was moved by mistake is put back, unless there is a newer one. */
const moveAway = (lock: string): void => {
  if (!isLeftBehind(lock)) return;
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (!isLeftBehind(aside)) linkSync(aside, lock);
  } catch (error) {
    // It has just been let go, or there is a newer one.
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

/**
 * Takes a lock away that is left behind, one process at a time: of two that judge the same lock, the later one must not take
 * away the new lock of the earlier one. False where another process is at it.
 */
const takeAway = (lock: string, token: string): boolean => {
  const turn = `${lock}.turn`;
  if (!take(turn, token)) {
    if (isLeftBehind(turn)) moveAway(turn);
    return false;
  }
  try {
    moveAway(lock);
    return true;
  } finally {
    letGo(turn, token);
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
  const token = `${process.pid} ${hostname()} ${randomUUID()}`;
  while (!take(lock, token)) {
    if (isLeftBehind(lock) && takeAway(lock, token)) continue;
    if (performance.now() > until)
      throw new LockedError(
        `${path} is held by another process (${lock}); wait for it, or remove the lock where there is none`,
      );
    await sleep(LOOK);
  }
  try {
    return work();
  } finally {
    letGo(lock, token);
  }
};
