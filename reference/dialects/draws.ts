/** Draws by chance, alike for one seed. */
export interface Draws {
  /** One of the values, each as likely as the others. */
  readonly of: <const Values extends readonly unknown[]>(...values: Values) => Values[number];
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean;
}

/** Mulberry32: numbers from 0 up to 1, not for secrets. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The draws of a seed, a whole number. */
export const drawsOf = (seed: number): Draws => {
  const next = mulberry32(seed);
  return {
    of: (...values) => values[Math.floor(next() * values.length)],
    oneIn: (times) => next() * times < 1,
  };
};
