import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openRoom, type Room } from '../room.ts';

/** A room for mutants, and the folder that is its own. */
export interface OwnRoom {
  readonly room: Room;
  readonly root: string;
}

/** A room for each core. */
export interface Rooms {
  /** Works through the items, in every room one at a time. */
  readonly work: <Item>(
    items: readonly Item[],
    todo: (item: Item, own: OwnRoom) => Promise<void>,
  ) => Promise<void>;
  /** Does the same in every room. */
  readonly inEach: (todo: (own: OwnRoom) => Promise<void>) => Promise<void>;
  readonly close: () => void;
}

/** Opens the rooms; their processes start with their first command. The root holds the instrumented texts. */
export const openRooms = (root: string, program: string): Rooms => {
  const all = Array.from({ length: availableParallelism() }, (_, at): OwnRoom => {
    const own = join(root, `room-${at}`);
    mkdirSync(own, { recursive: true });
    return { room: openRoom(root, program), root: own };
  });
  const inEach: Rooms['inEach'] = async (todo) => {
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
      for (const { room } of all) room.close();
    },
  };
};
