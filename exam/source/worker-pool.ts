import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openWorker, type Worker } from '../worker.ts';

/** A mutant worker, and its private folder. */
export interface PoolWorker {
  readonly worker: Worker;
  readonly root: string;
}

/** A pool with a worker for each core. */
export interface WorkerPool {
  /** Processes the items, one at a time per worker. */
  readonly work: <Item>(
    items: readonly Item[],
    todo: (item: Item, own: PoolWorker) => Promise<void>,
  ) => Promise<void>;
  /** Runs the same task in every worker. */
  readonly inEach: (todo: (own: PoolWorker) => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

/** Opens the pool; the processes start with their first command. The root holds the instrumented texts. */
export const openWorkerPool = (root: string, program: string): WorkerPool => {
  const all = Array.from({ length: availableParallelism() }, (_, at): PoolWorker => {
    const own = join(root, `worker-${at}`);
    mkdirSync(own, { recursive: true });
    return { worker: openWorker(root, program), root: own };
  });
  const inEach: WorkerPool['inEach'] = async (todo) => {
    await Promise.all(all.map(todo));
  };
  return {
    inEach,
    work: async (items, todo) => {
      const queue = [...items];
      await inEach(async (own) => {
        for (let item = queue.shift(); item !== undefined; item = queue.shift())
          await todo(item, own);
      });
    },
    close: () => {
      for (const { worker } of all) worker.close();
    },
  };
};
