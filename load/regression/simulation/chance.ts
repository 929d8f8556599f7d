/** Numbers that look drawn by chance, the same ones for a seed. */
export interface Chance {
  /** From 0 up to but not 1. */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
  /** How many of so many tries succeed, each with this small chance (Poisson). */
  readonly rare: (tries: number, share: number) => number;
}

/** Chance from a seed (mulberry32). */
export const chanceFrom = (seed: number): Chance => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    rare: (tries, share) => {
      const least = Math.exp(-tries * share);
      let count = 0;
      for (let left = uniform(); left > least; left *= uniform()) count += 1;
      return count;
    },
  };
};
