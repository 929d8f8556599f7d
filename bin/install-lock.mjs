import { createHash, randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT = 500;
const LOOK = 250;
/**
 * Polls in a row that find the lock untouched: ten seconds. Polls are counted rather than timed, since a suspended
 * machine does not poll.
 */
const MAX_POLLS = 40;

/** Path of a project's lock: outside the project folder, since `npm ci` empties node_modules. */
const installLockPath = (root) => {
  const name = `${process.getuid?.() ?? 'windows'} ${realpathSync(root)}`;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return join(tmpdir(), `assay-install-${digest}.lock`);
};

const create = (path, token) => {
  try {
    writeFileSync(path, token, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

const look = (path) => {
  try {
    return `${readFileSync(path, 'utf8')} ${statSync(path).mtimeMs}`;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Removes the lock of a dead holder. If another process has taken it meanwhile, that one keeps it. */
const removeDead = (path, seen) => {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (look(aside) !== seen) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
};

/**
 * Waits for the project's lock and returns a function that releases it. The holder touches the lock twice a second; a
 * lock untouched for `polls` polls belongs to a dead process and is removed.
 */
export const takeInstallLock = async (root, onWait, polls = MAX_POLLS) => {
  const path = installLockPath(root);
  const token = randomUUID();
  let seen;
  let untouched = 0;
  let hasReported = false;
  while (!create(path, token)) {
    if (!hasReported) onWait();
    hasReported = true;
    const now = look(path);
    untouched = now !== undefined && now === seen ? untouched + 1 : 0;
    seen = now;
    if (untouched >= polls) removeDead(path, now);
    await sleep(LOOK);
  }
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      clearInterval(beat);
    }
  }, BEAT);
  beat.unref();
  return () => {
    clearInterval(beat);
    if (look(path)?.startsWith(token)) rmSync(path, { force: true });
  };
};
