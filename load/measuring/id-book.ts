import type { Line } from '../../spec/line.ts';
import type { Sighting } from '../verdict/sightings.ts';
import type { DoubleId } from './comparable-ids.ts';

/** Which draft each priceRequestId belongs to; 64 bits of an id are kept, and of so many ids. */
export interface IdBook {
  /** Writes that a draft got an id. Returns the other draft that has got it before; undefined if there is none. */
  readonly add: (line: Line, id: string, draft: number) => number | undefined;
  /** How many ids were not kept, for want of room. */
  readonly left: () => number;
}

const MOST = 1_000_000;

/** FNV-1a, from two starts. */
const hashOf = (text: string): bigint => {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193) ^ (other >>> 13);
  }
  return (BigInt(one >>> 0) << 32n) | BigInt(other >>> 0);
};

/** Begins an empty book. */
export const openIdBook = (most = MOST): IdBook => {
  const owners = new Map<bigint, number>();
  let left = 0;
  return {
    add: (line, id, draft) => {
      const key = hashOf(`${line} ${id}`);
      const owner = owners.get(key);
      if (owner !== undefined) return owner === draft ? undefined : owner;
      if (owners.size < most) owners.set(key, draft);
      else left += 1;
      return undefined;
    },
    left: () => left,
  };
};

/** One priceRequestId of two drafts: the text calls it unique nowhere (D11), so it only keeps a pass away. */
export const doubleId = (line: Line, step: number, { id, drafts }: DoubleId): Sighting => ({
  line,
  step,
  kind: 'a priceRequestId that another draft had got',
  example: `${id} of draft ${drafts[0]} was answered to draft ${drafts[1]}`,
  isExcluded: false,
});
