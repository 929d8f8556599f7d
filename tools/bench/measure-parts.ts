import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../../client/target.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import type { Extent } from './bench-parts.ts';
import type { BenchPart, Measured, Results } from './part.ts';
import { messageOf } from '../../client/usage-error.ts';

const PROGRAM = join(import.meta.dirname, 'measure-part.ts');

/**
 * Measures a part in its own process, which is killed with all its children on timeout. Its temporary folder is
 * removed afterwards. Rejects if the process cannot be started.
 */
export const measureInProcess = async (
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
    if (overdue) return { broken: `it did not end within ${minutes} minutes` };
    const [last] = output.slice(-1);
    if (code !== 0 || last === undefined)
      return { broken: `its process exited with ${code ?? signal} and without figures` };
    return JSON.parse(last) as Measured;
  } finally {
    // A process that was just killed may still be writing.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
};

/** Measures parts, and is notified of each result. */
export interface Measuring<Part extends BenchPart> {
  readonly measure: (part: Part) => Promise<Measured>;
  /** Receives the results so far, including this one, so that little is lost if the next part is stopped. */
  readonly onMeasured: (part: Part, measured: Measured, results: Results) => Promise<void>;
}

/** Measures parts one after the other; a broken part does not stop the others. Rejects if the listener does. */
export const measureParts = async <Part extends BenchPart>(
  parts: readonly Part[],
  { measure, onMeasured }: Measuring<Part>,
): Promise<Results> => {
  const results = new Map<string, Measured>();
  for (const part of parts) {
    const measured = await measure(part).catch((error: unknown): Measured => ({
      broken: messageOf(error),
    }));
    results.set(part.id, measured);
    await onMeasured(part, measured, results);
  }
  return results;
};
