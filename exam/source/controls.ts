import { join } from 'node:path';
import { type Line, LINES } from '../../spec/line.ts';
import { runSource } from './source-run.ts';
import type { PoolWorker, WorkerPool } from './worker-pool.ts';

/** After so many mutants a worker shows that the service without one is still clean. */
const CONTROL_AFTER = 80;
/** Milliseconds that it may take. */
const LONGEST_CONTROL = 120_000;

/** What is wrong with the service of a worker without a mutant; undefined where nothing is. */
const doubtOf = async ({ worker, root }: PoolWorker, line: Line, seed: number) => {
  const { exitCode, failed, printed } = await runSource(worker, {
    order: { mutants: [] },
    lines: [line],
    seed,
    limit: LONGEST_CONTROL,
    out: join(root, 'control'),
    failFast: false,
  });
  if (exitCode === 0) return undefined;
  const said = failed.length > 0 ? `, ${failed.join(', ')} failed` : `:\n${printed}`;
  return `without a mutant the gate of ${line} ended with ${exitCode ?? 'no exit code'} after some mutants${said}`;
};

/** Shows every now and then, and at the end, that no mutant has left anything behind in a worker. */
export const controls = (pool: WorkerPool, seed: number) => {
  const doubts: string[] = [];
  const since = new Map<PoolWorker, number>();
  let count = 0;
  const control = async (own: PoolWorker): Promise<void> => {
    since.set(own, 0);
    count += 1;
    const doubt = await doubtOf(own, LINES[count % LINES.length] ?? 'gap', seed);
    if (doubt !== undefined) doubts.push(doubt);
  };
  return {
    doubts,
    after: async (own: PoolWorker, mutants: number): Promise<void> => {
      const now = (since.get(own) ?? 0) + mutants;
      since.set(own, now);
      if (now >= CONTROL_AFTER) await control(own);
    },
    atEnd: () => pool.inEach(control),
  };
};
