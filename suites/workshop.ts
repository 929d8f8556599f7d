import { setImmediate as nextTurn } from 'node:timers/promises';

/** A piece of work that has not begun. */
interface Waiting {
  readonly rank: number;
  readonly begin: () => void;
}

/** Does work in its turn: of what waits the lowest rank begins first. */
export type Workshop = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

/**
 * A workshop for so much work at once, the next of which begins whenever `room` comes true, which must not throw: so as much
 * is under way as may be, and little of it waits.
 */
export const openWorkshop = (atOnce: number, room: () => Promise<void>): Workshop => {
  const waiting: Waiting[] = [];
  let [underWay, isBeginning] = [0, false];

  const beginAll = async (): Promise<void> => {
    if (isBeginning) return;
    isBeginning = true;
    while (waiting.length > 0 && underWay < atOnce) {
      await room();
      underWay += 1;
      waiting.shift()?.begin();
      // Until it has asked for what it needs there only seems to be room.
      await nextTurn();
    }
    isBeginning = false;
  };

  return async (rank, work) => {
    await new Promise<void>((begin) => {
      const at = waiting.findLastIndex((each) => each.rank <= rank) + 1;
      waiting.splice(at, 0, { rank, begin });
      void beginAll();
    });
    try {
      return await work();
    } finally {
      underWay -= 1;
      void beginAll();
    }
  };
};
