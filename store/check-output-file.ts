import { fileWriteError, placeOf } from '../client/check-writable.ts';
import { UsageError } from '../client/usage-error.ts';

/** Checks that a file is writable and is not the history itself. Throws UsageError. */
export const checkOutputFile = (file: string, history: string): void => {
  if (placeOf(file) === placeOf(history))
    throw new UsageError(`${file} is the history itself; name another file to write to`);
  const trouble = fileWriteError(file);
  if (trouble !== undefined)
    throw new UsageError(`${file} is not writable: ${trouble}; name a writable file`);
};
