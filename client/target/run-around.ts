import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Whether a file is the record of a run, as whoever reads runs would take it. */
const isRecord = (file: string): boolean => {
  try {
    const record: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return (
      typeof record === 'object' && record !== null && 'assay' in record && 'command' in record
    );
  } catch {
    return false;
  }
};

/**
 * The folder of a run that a folder is or lies in; undefined: it lies in none. Such a folder may have come from anybody, so that
 * what lies in it is data: no setting, no target and no program.
 */
export const runAround = (folder: string): string | undefined => {
  const path = resolve(folder);
  const file = join(path, 'run.json');
  if (existsSync(file) && isRecord(file)) return path;
  const above = dirname(path);
  return above === path ? undefined : runAround(above);
};
