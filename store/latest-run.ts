import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callersPath, runsFolder } from '../client/project.ts';
import { UsageError } from '../client/usage-error.ts';
import { latestRunFolder, type RunFolder } from './run-folder.ts';
import { ownFilesOf } from './own-files.ts';
import { readable } from './readable.ts';
import { isPackedRun, unpackedRun } from './unpacked-run.ts';

/** The newest run below reports/out. Throws UsageError where there is none. */
export const latestRun = (): RunFolder => readable(() => latestRunFolder(runsFolder()));

/** The folder of a run: a path, a packed run, or the name of a run of this project, such as `latest`; left out: the newest. Throws UsageError. */
export const namedRun = (given: string | undefined): string => {
  if (given === undefined) return latestRun().path;
  const path = callersPath(given);
  const found = [path, join(runsFolder(), given)].find((each) => existsSync(each));
  if (found !== undefined && statSync(found).isDirectory()) return ownFilesOf(found);
  if (found !== undefined && isPackedRun(found)) return unpackedRun(found);
  if (given === 'latest') return latestRun().path;
  throw new UsageError(
    `wanted the folder of a run, or the name of one in ${runsFolder()}, such as latest; got ${given}`,
  );
};
