import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { cacheFolder } from '../client/cache-folder.ts';

/**
 * Keeps what Node compiles from now on in this thread, which halves the time of the next start. A folder that cannot be written
 * costs nothing but that time.
 */
export const keepCompiled = (): void => {
  try {
    enableCompileCache({ directory: join(cacheFolder(), 'compiled'), portable: true });
  } catch {
    // No home, and so no place to keep it.
  }
};
