import { relative } from 'node:path';

/** A path from the caller's folder where it lies below it; else as it is. */
export const nearPath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
};
