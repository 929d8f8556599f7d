import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type JunitSource, renderJunit } from '../reports/junit.ts';

/** Writes the JUnit file of a run to each of the paths. */
export const writeJunit = (paths: readonly string[], source: JunitSource): void => {
  const xml = renderJunit(source);
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, xml);
  }
};
