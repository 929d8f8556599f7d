import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** None if it is no readable folder; the writer of the folder reports why. */
const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

/** The names of the folders below a folder that hold a record of a run, the newest first. */
export const runNames = (out: string): readonly string[] => {
  return entriesOf(out)
    .filter((each) => each.isDirectory() && existsSync(join(out, each.name, 'run.json')))
    .map(({ name }) => name)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
};
