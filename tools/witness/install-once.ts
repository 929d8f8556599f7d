import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../client/project.ts';
import { messageOf, UsageError } from '../../client/usage-error.ts';
import type { Environment } from '../../client/target/env-file.ts';
import { runLimited } from '../../load/k6/run-limited.ts';

/** Timeout of an installation step in seconds. */
const LONGEST = 300;

/** A third-party program in its own folder. */
export interface Installation {
  /** Name and version; also the name of its folder. */
  readonly name: string;
  /** Prerequisite, a sentence without a full stop. */
  readonly hint: string;
  /** Programs with their arguments, in order. */
  readonly steps: (folder: string) => readonly (readonly [program: string, ...args: string[]])[];
}

/** Written last, so that an interrupted installation lacks it. */
const markIn = (folder: string): string => join(folder, 'complete');

const textsOf = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

const run = async (
  [program, ...args]: readonly [string, ...string[]],
  hint: string,
  environment: Environment,
): Promise<void> => {
  const output: string[] = [];
  const record = (line: string): number => output.push(line);
  const failed = (what: string): UsageError =>
    new UsageError(`${hint}; ${program} ${args[0] ?? ''} ${what}\n${output.slice(-5).join('\n')}`);
  const end = await runLimited({
    program,
    args,
    seconds: LONGEST,
    environment: textsOf(environment),
    onOutput: record,
    onError: record,
  }).catch((error: unknown) => {
    throw failed(messageOf(error));
  });
  if (end.overdue) throw failed(`took longer than ${LONGEST} s`);
  if (end.code !== 0) throw failed(`ended with ${end.code ?? end.signal}`);
};

/** Folder of an installation, created if missing or incomplete. Throws UsageError with the prerequisite. */
export const installOnce = async (
  { name, hint, steps }: Installation,
  environment: Environment,
): Promise<string> => {
  const folder = join(cacheFolder(environment), name);
  if (existsSync(markIn(folder))) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    // pip hard-codes the folder into its files, so the installation cannot be moved.
    rmSync(folder, { recursive: true, force: true });
    for (const step of steps(folder)) await run(step, hint, environment);
    writeFileSync(markIn(folder), '');
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};
