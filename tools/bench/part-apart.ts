import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { readEnvironment } from '../../client/target.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import type { Extent } from './bench-parts.ts';
import type { BenchPart, Measured } from './part.ts';

const PROGRAM = join(PROJECT, 'cli', 'bench', 'measure-part.ts');

/**
 * Measures a part in a process of its own, which is killed with all that it started where it takes longer than it may. Its files
 * lie in one folder, which is gone afterwards. Rejects where the process cannot be started.
 */
export const partApart = async (
  { id, minutes }: Pick<BenchPart, 'id' | 'minutes'>,
  extent: Extent,
  say: (text: string) => void,
): Promise<Measured> => {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const output: string[] = [];
  try {
    const { code, signal, overdue } = await runLimited({
      program: process.execPath,
      args: [PROGRAM, id, JSON.stringify(extent)],
      seconds: minutes * 60,
      environment: { ...(readEnvironment() as Record<string, string>), TMPDIR: scratch },
      scratch,
      onOutput: (line) => output.push(line),
      onError: say,
    });
    if (overdue) return { broken: `it was to end within ${minutes} minutes, and did not` };
    const [last] = output.slice(-1);
    if (code !== 0 || last === undefined)
      return { broken: `its process ended with ${code ?? signal} and no figures` };
    return JSON.parse(last) as Measured;
  } finally {
    // What was killed a moment ago may still write.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
};
