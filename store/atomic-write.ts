import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Devices and pipes are written in place. */
const isPlain = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

/**
 * Writes a file atomically: readers never see part of it, and the old content is kept on failure. `mode`: permissions; default:
 * unchanged, or the system's for new files. Links are preserved.
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

/** Error codes of a file that cannot be replaced but may be writable: a mount point, a read-only folder, a very long name. */
const IRREPLACEABLE = new Set(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']);

/** Writes a report to each path, atomically if it can be replaced; creates missing folders. */
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
