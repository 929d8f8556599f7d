import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The error of a failed write names the file: that of a full disk has no path, and others that of a file for a moment. */
const named = (error: unknown, path: string): unknown =>
  error instanceof Error ? Object.assign(error, { path }) : error;

/** Devices and pipes are written in place. */
const isPlain = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

const writeInPlace = (path: string, content: string): void => {
  try {
    writeFileSync(path, content);
  } catch (error) {
    throw named(error, path);
  }
};

/**
 * Writes a file atomically: readers never see part of it, and the old content is kept on failure. `mode`: permissions; default:
 * unchanged, or the system's for new files. Links are preserved.
 */
export const writeAtomically = (path: string, content: string, mode?: number): void => {
  if (!isPlain(path)) {
    writeInPlace(path, content);
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
    throw named(error, path);
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
      writeInPlace(path, content);
    }
  }
};
