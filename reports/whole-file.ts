import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Devices and pipes are written to as they are. */
const isPlain = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;

/** Writes a file whole or not at all: a reader never sees half of it, and what was there stays where it cannot be written. */
export const writeWhole = (path: string, content: string): void => {
  if (!isPlain(path)) {
    writeFileSync(path, content);
    return;
  }
  const fresh = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(fresh, content);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
};
