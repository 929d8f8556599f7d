import type { WorkerOrder } from './worker.ts';

/**
 * Conducts the commands that a worker's process is sent, one after the other: loading the harness costs more than many
 * a run.
 */
export const runOrders = (conduct: (order: WorkerOrder) => Promise<number>): void => {
  const answer = async (order: WorkerOrder): Promise<void> => {
    const exitCode = await conduct(order);
    // What was printed goes another way than this message: the marker says where it ends.
    for (const stream of [process.stdout, process.stderr]) stream.write(order.marker);
    process.send?.({ exitCode });
  };
  process.on('message', (order: WorkerOrder) => void answer(order));
  process.on('disconnect', () => process.exit());
};
