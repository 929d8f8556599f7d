import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderLoadJunit } from '../reports/load/load-junit.ts';
import type { LoadRecord } from '../store/load/load-record.ts';
import { type JunitSource, renderJunit } from '../reports/junit.ts';

const writeTo = (paths: readonly string[], xml: string): void => {
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, xml);
  }
};

/** Writes the JUnit file of a run to each of the paths. */
export const writeJunit = (paths: readonly string[], source: JunitSource): void =>
  writeTo(paths, renderJunit(source));

/** Writes the JUnit file of a load run to each of the paths. */
export const writeLoadJunit = (paths: readonly string[], record: LoadRecord): void =>
  writeTo(paths, renderLoadJunit(record));
