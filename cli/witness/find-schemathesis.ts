import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../client/cache-folder.ts';
import type { Environment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { runLimited } from '../../load/k6/run-limited.ts';

/** The one version that the explanations are written for. */
export const SCHEMATHESIS = '4.32.5';

/** Seconds that an installation may take. */
const LONGEST = 300;

const HINT = `npm run witness needs Python 3.10 or newer with venv and pip, and PyPI once, for schemathesis ${SCHEMATHESIS}`;

/** Where it is kept. Throws UsageError. */
const folderOf = (environment: Environment): string =>
  join(cacheFolder(environment), `schemathesis-${SCHEMATHESIS}`);

const programIn = (folder: string): string => join(folder, 'bin', 'st');

/** Written last: an installation that was killed half-way lacks it. */
const markIn = (folder: string): string => join(folder, 'complete');

const textsOf = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

const run = async (program: string, args: string[], environment: Environment): Promise<void> => {
  const said: string[] = [];
  const hear = (line: string): number => said.push(line);
  const failed = (what: string): UsageError =>
    new UsageError(`${HINT}; ${program} ${args[0] ?? ''} ${what}\n${said.slice(-5).join('\n')}`);
  const end = await runLimited({
    program,
    args,
    seconds: LONGEST,
    environment: textsOf(environment),
    onOutput: hear,
    onError: hear,
  }).catch((error: unknown) => {
    throw failed(error instanceof Error ? error.message : String(error));
  });
  if (end.overdue) throw failed(`took longer than ${LONGEST} s`);
  if (end.code !== 0) throw failed(`ended with ${end.code ?? end.signal}`);
};

/**
 * The program `st` of Schemathesis, from the cache or installed into it with Python and pip, each in a folder of its own.
 * Throws UsageError, which says what is needed.
 */
export const findSchemathesis = async (environment: Environment): Promise<string> => {
  const folder = folderOf(environment);
  if (existsSync(markIn(folder))) return programIn(folder);
  mkdirSync(dirname(folder), { recursive: true });
  try {
    // What pip installs names its own folder, so it is made where it stays.
    rmSync(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder], environment);
    const pip = join(folder, 'bin', 'python');
    const wanted = `schemathesis==${SCHEMATHESIS}`;
    await run(pip, ['-m', 'pip', 'install', '--quiet', wanted], environment);
    writeFileSync(markIn(folder), '');
    return programIn(folder);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};
