import { existsSync, realpathSync } from 'node:fs';
import { fileTrouble } from '../client/output-place.ts';
import { UsageError } from '../client/usage-error.ts';

const realPath = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** Checks that a file can be written and is not the history itself. Throws UsageError. */
export const checkOutput = (file: string, history: string): void => {
  if (realPath(file) === realPath(history))
    throw new UsageError(`${file} is the history itself; name another file to write to`);
  const trouble = fileTrouble(file);
  if (trouble !== undefined)
    throw new UsageError(`${file} cannot be written: ${trouble}; name a file that can be`);
};
