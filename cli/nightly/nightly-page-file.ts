import { join } from 'node:path';

/** The page of the nights, in the folder of the runs: a new night replaces it. */
export const nightlyPageFile = (out: string): string => join(out, 'nightly.html');
