import type { RoomOrder } from './room.ts';

/**
 * Conducts the commands that a room asks for, one after the other in this process: loading the harness costs more than many
 * a run.
 */
export const serveRoom = (conduct: (order: RoomOrder) => Promise<number>): void => {
  const answer = async (order: RoomOrder): Promise<void> => {
    const exitCode = await conduct(order);
    // What was printed goes another way than this message: the mark says where it ends.
    for (const stream of [process.stdout, process.stderr]) stream.write(order.mark);
    process.send?.({ exitCode });
  };
  process.on('message', (order: RoomOrder) => void answer(order));
  process.on('disconnect', () => process.exit());
};
