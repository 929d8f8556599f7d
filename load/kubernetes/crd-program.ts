import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../client/cache-folder.ts';
import { folderTrouble } from '../../client/output-place.ts';
import { type Environment, processEnvironment } from '../../client/target.ts';
import { buildGo } from '../build-go.ts';
import { changedSince, keepDigest } from '../kept-digest.ts';
import { isProgram, onPath, programFile } from '../on-path.ts';

/** What the search may be told; everything has a default. */
export interface CrdSearch {
  /** Over the environment of the process; `.env` names no program. */
  readonly environment?: Environment;
  /** Told what takes its time. */
  readonly onProgress?: (what: string) => void;
  /** Stops a build. */
  readonly signal?: AbortSignal;
}

/** There is no validator, and none could be built. The message says what to do. */
export class CrdProgramMissing extends Error {
  override readonly name = 'CrdProgramMissing';
}

/** The program in Go, with the `go.mod` that pins the API server's code. */
const SOURCE = join(import.meta.dirname, 'crd');
const INSTALL = 'install Go 1.26 or newer (https://go.dev/dl) and repeat the command';

/** Other sources make another program, which must not be taken for this one. */
const sourcesHash = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(SOURCE).toSorted())
    hash.update(`${name}\n`).update(readFileSync(join(SOURCE, name)));
  return hash.digest('hex').slice(0, 12);
};

const build = async (file: string, environment: Environment, search: CrdSearch): Promise<void> => {
  const { onProgress, signal } = search;
  const go = onPath('go', environment);
  if (go === undefined)
    throw new CrdProgramMissing(
      `--crd: the API server's own code has to be built once, and there is no Go on the path; ${INSTALL}`,
    );
  const trouble = folderTrouble(dirname(file));
  if (trouble !== undefined)
    throw new CrdProgramMissing(
      `--crd: the API server's own code cannot be kept in ${dirname(file)}: ${trouble}; set ASSAY_CACHE to a folder that can be written`,
    );
  onProgress?.(`building what asks the API server's code with ${go} into ${file}; once, a minute`);
  try {
    await buildGo({ go, source: SOURCE, what: '.', file, environment, signal });
  } catch (error) {
    throw new CrdProgramMissing(
      `--crd: the API server's own code could not be built with ${go}: ${(error as Error).message}\n${INSTALL}`,
      { cause: error },
    );
  }
};

/**
 * The program that asks the API server's own code: from the cache, or built with Go, which takes about a minute. Throws
 * CrdProgramMissing and UsageError.
 */
export const findCrdProgram = async (search: CrdSearch = {}): Promise<string> => {
  const environment = { ...processEnvironment(), ...search.environment };
  const name = `crd-${sourcesHash()}-${process.platform}-${process.arch}`;
  const file = join(cacheFolder(environment), programFile(name));
  if (isProgram(file) && (await changedSince(file)) === undefined) return file;
  await build(file, environment, search);
  await keepDigest(file);
  return file;
};
