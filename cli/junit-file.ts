import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type JunitSource, renderJunit } from '../reports/junit.ts';
import { UsageError } from './usage-error.ts';

/** Makes sure that the file can be written before anything is sent. Throws UsageError. */
export const checkJunitPath = (path: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, 'a'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--junit: ${path} cannot be written: ${reason}`, { cause: error });
  }
};

/** Writes the JUnit file of a run to each of the paths. */
export const writeJunit = (paths: readonly string[], source: JunitSource): void => {
  const xml = renderJunit(source);
  for (const path of paths) writeFileSync(path, xml);
};
