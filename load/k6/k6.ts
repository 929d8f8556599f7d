import type { Environment } from '../../client/target/env-file.ts';
import { dirname, join, delimiter } from 'node:path';
import { folderWriteError } from '../../client/check-writable.ts';
import { ignoredEnvFileLines, processEnvironment } from '../../client/target.ts';
import { buildGo, downloadK6, archiveFor, K6_VERSION } from './make-k6.ts';
import { K6_ENVIRONMENT } from './run-k6.ts';
import { cacheFolder } from '../../client/project.ts';
import { shellWord } from '../../client/shell-word.ts';
import { runLimited } from './run-limited.ts';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readFileSync,
  writeFileSync,
  accessSync,
  constants,
} from 'node:fs';

/** Tests if a file exists and is executable. */
const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The file name of a program on this platform. */
const programFile = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

/** The first program of this name on PATH. */
export const findOnPath = (name: string, { PATH = '' }: Environment): string | undefined =>
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, programFile(name)))
    .find(isProgram);

/** The file beside a program that holds its digest, as `sha256sum` writes it without the name. */
const digestFile = (program: string): string => `${program}.sha256`;

const digestOf = async (program: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(program)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

/** Records the digest of a program that was just made. */
export const saveDigest = async (program: string): Promise<void> =>
  writeFileSync(digestFile(program), `${await digestOf(program)}\n`);

/** Reason why a program in the cache is not trusted, a clause that follows its name; undefined if its digest matches. */
const changedSince = async (program: string): Promise<string | undefined> => {
  const file = digestFile(program);
  if (!existsSync(file)) return 'has no SHA-256 file next to it';
  const kept = readFileSync(file, 'utf8').trim();
  return (await digestOf(program)) === kept ? undefined : 'was changed: its SHA-256 differs';
};

/** The selected k6, and the reason for the selection. */
export interface K6 {
  readonly path: string;
  readonly origin: 'path' | 'cache' | 'built' | 'downloaded';
  readonly version: string;
  /** Description of the search and its result, for people. */
  readonly why: string;
}

/** No k6 was found, and none could be made. The message gives advice. */
export class K6Missing extends Error {
  override readonly name = 'K6Missing';
}

/** Settings of the search, all optional. */
export interface K6Search {
  /** Overrides the environment of the process; `.env` names no program. */
  readonly environment?: Environment;
  /** Called before slow steps. */
  readonly onProgress?: (what: string) => void;
  /** Base address of release downloads. */
  readonly release?: string;
  /** Aborts the search, and a build. */
  readonly signal?: AbortSignal;
  /** Uses only an existing program; by default a missing one is built or downloaded. */
  readonly makeNone?: true;
}

/** Folder of the `go.mod` that pins k6. */
const SOURCE = join(import.meta.dirname, '..');

/** Time limit of `k6 version` in seconds. */
const LONGEST = 6;

/** Advice on macOS, which ends a downloaded program at its start until its user trusts it. */
const quarantineHint = (program: string): string =>
  process.platform === 'darwin'
    ? `; if macOS holds it back: xattr -d com.apple.quarantine ${shellWord([program])}`
    : '';

/** The version that a k6 reports, such as 2.2.0; otherwise the reason why it is unusable. */
const versionOf = async (program: string): Promise<string> => {
  const output: string[] = [];
  try {
    const { overdue, signal } = await runLimited({
      program,
      args: ['version'],
      seconds: LONGEST,
      environment: K6_ENVIRONMENT,
      onOutput: (line) => output.push(line),
    });
    if (overdue) return `not a k6 (no version within ${LONGEST} s)`;
    if (signal !== null) return `not a k6 (${signal} ended it)${quarantineHint(program)}`;
  } catch {
    return `not a k6 (it cannot be started)${quarantineHint(program)}`;
  }
  return / v(\d+\.\d+\.\d+\S*)/.exec(output.join('\n'))?.[1] ?? 'not a k6 (it prints no version)';
};

/** Cache path of built or downloaded programs. Throws UsageError. */
const cachedFile = (environment: Environment): string =>
  join(
    cacheFolder(environment),
    programFile(`k6-${K6_VERSION}-${process.platform}-${process.arch}`),
  );

const make = async (
  file: string,
  environment: Environment,
  { onProgress, release, signal }: K6Search,
  passedOver: string,
): Promise<Pick<K6, 'origin' | 'why'>> => {
  const failures: string[] = [];
  const go = findOnPath('go', environment);
  if (go === undefined) failures.push('no Go on PATH');
  else {
    try {
      onProgress?.(`building k6 ${K6_VERSION} with ${go} into ${file}; once, about a minute`);
      await buildGo({ go, source: SOURCE, what: 'go.k6.io/k6/v2', file, environment, signal });
      return { origin: 'built', why: `built with ${go} from load/go.mod` };
    } catch (error) {
      failures.push(`built with ${go}: ${(error as Error).message}`);
    }
  }
  if (signal?.aborted) throw new K6Missing(String(signal.reason));
  const archive = archiveFor(`${process.platform}-${process.arch}`, release);
  if (archive === undefined) failures.push(`no release for ${process.platform}-${process.arch}`);
  else {
    try {
      onProgress?.(`downloading ${archive.url}`);
      await downloadK6(archive, file, signal);
      return { origin: 'downloaded', why: `downloaded from ${archive.url}, SHA-256 checked` };
    } catch (error) {
      failures.push(`downloaded: ${(error as Error).message}`);
    }
  }
  throw new K6Missing(
    `k6 ${K6_VERSION} is required, but was not found and could not be built or downloaded:\n  ${[passedOver, ...failures].join('\n  ')}\n` +
      `Install Go 1.25 or newer (https://go.dev/dl) and repeat the command, which then builds k6 once, ` +
      `or put k6 ${K6_VERSION} on PATH (https://grafana.com/docs/k6/latest/set-up/install-k6).`,
  );
};

/** Finds the k6 of the one supported version: on the path, in the cache, built, or downloaded. Throws K6Missing. */
export const findK6 = async (search: K6Search = {}): Promise<K6> => {
  const environment = { ...processEnvironment(), ...search.environment };
  for (const line of ignoredEnvFileLines()) search.onProgress?.(line);
  const installed = findOnPath('k6', environment);
  const version = installed === undefined ? undefined : await versionOf(installed);
  if (installed !== undefined && version === K6_VERSION)
    return { path: installed, origin: 'path', version, why: 'found on PATH' };
  const instead = installed === undefined ? 'none on PATH' : `${installed} is ${version}`;
  const file = cachedFile(environment);
  const trouble = isProgram(file) ? await changedSince(file) : 'does not exist';
  if (trouble === undefined && (await versionOf(file)) === K6_VERSION)
    return { path: file, origin: 'cache', version: K6_VERSION, why: `${instead}; in the cache` };
  if (search.makeNone)
    throw new K6Missing(
      `there is no k6 ${K6_VERSION} (${instead}; ${file} ${trouble ?? 'has another version'}); npx assay k6 builds or downloads it once`,
    );
  if (isProgram(file))
    search.onProgress?.(`${file} ${trouble ?? 'has another version'}; building it again`);
  const folder = dirname(file);
  const unwritable = folderWriteError(folder);
  if (unwritable !== undefined)
    throw new K6Missing(
      `k6 cannot be stored in ${folder}: ${unwritable}; set ASSAY_CACHE to a writable folder`,
    );
  const made = await make(file, environment, search, instead);
  const got = await versionOf(file);
  if (got !== K6_VERSION)
    throw new K6Missing(`${file} was created, but is ${got}; delete it and try again`);
  await saveDigest(file);
  return { path: file, version: got, origin: made.origin, why: `${instead}; ${made.why}` };
};
