import { join } from 'node:path';

/** Where the result of an exam lies: `…/20261121-094047-exam` below `out`, from the moment (ISO 8601) at which it began. */
export const examFolder = (out: string, startedAt: string): string =>
  join(out, `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-exam`);
