import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Devices and pipes are written to as they are. */
const isPlain = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

/**
 * Writes a file whole or not at all: a reader never sees half of it, and what was there stays where it cannot be written.
 * `mode`: who may read and write it; left out, as it was, or as the system has it for new files. A link stays one.
 */
export const writeAtomically = (path: string, content: string, mode?: number): void => {
  if (!isPlain(path)) {
    writeFileSync(path, content);
    return;
  }
  const before = statSync(path, { throwIfNoEntry: false });
  const file = before ? realpathSync(path) : path;
  const allowed = mode ?? (before && before.mode & 0o777);
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(fresh, content, allowed === undefined ? {} : { mode: allowed });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
};

/** Codes of a file that cannot be replaced, though it may be written: it is mounted, its folder read-only, its name very long. */
const IRREPLACEABLE = new Set(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']);

/** Writes a report to where its readers want it, whole if it can be replaced there; folders on the way are made. */
export const writeReports = (paths: readonly string[], content: string): void => {
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeAtomically(path, content);
    } catch (error) {
      if (!IRREPLACEABLE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
      writeFileSync(path, content);
    }
  }
};
