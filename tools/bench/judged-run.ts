import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROJECT } from '../../client/project.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import { measuredProgram, type Taken } from './measured-program.ts';
import type { Served } from './served.ts';

/** Seconds that one run may take. */
const LONGEST = 1200;

/** What a judging run took, and the recording that it left. */
export interface JudgedRun extends Taken {
  readonly exchanges: string;
  readonly requests: number;
}

/** Lines of a recording: one an exchange. */
const linesOf = async (file: string): Promise<number> => {
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (line !== '') count += 1;
  return count;
};

/**
 * Judges a service by a command of Assay, such as `gate --runs 1`, in a process of its own. Throws where it ends with another
 * exit code than may be.
 */
export const judgedRun = async (
  { target, environment }: Pick<Served, 'target' | 'environment'>,
  folder: string,
  command: readonly string[],
  codes: readonly number[] = [EXIT.conformant],
): Promise<JudgedRun> => {
  const flags = ['--target', target, '--seed', '1', '--quiet', '--out', folder];
  const taken = await measuredProgram({
    args: [join(PROJECT, 'bin', 'assay.mjs'), ...command, ...flags],
    seconds: LONGEST,
    codes,
    environment: { PATH: '/usr/bin:/bin', HOME: folder, ...environment },
  });
  const exchanges = join(folder, 'latest', 'exchanges.jsonl');
  return { ...taken, exchanges, requests: await linesOf(exchanges) };
};
