/** Milliseconds between the first two looks at what was just written. */
const FIRST = 25;
/** Between two looks at most so many times as long as between the first two. */
const LONGEST = 32;

/**
 * Milliseconds to wait after so many looks at what was just written or made; undefined after the last one, which comes once
 * the read-back delay is over (D2, D3, K1, P7). `elapsed`: milliseconds since the first look. The steps double from `first` on.
 */
export const readBackPause = (
  looks: number,
  elapsed: number,
  delay: number,
  first: number = FIRST,
): number | undefined => {
  const left = delay - elapsed;
  if (left <= 0) return undefined;
  return Math.ceil(Math.min(first * Math.min(2 ** (looks - 1), LONGEST), left));
};
