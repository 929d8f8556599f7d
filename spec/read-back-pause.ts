/** Milliseconds between the first two looks at what was just written. */
const FIRST = 25;
/** Between two looks at most so many times as long as between the first two. */
const LONGEST = 32;

/** Times at which the last read was sent and answered, in milliseconds since the first one was sent. */
export interface Looks {
  readonly count: number;
  readonly sent: number;
  readonly answered: number;
}

/**
 * Milliseconds to wait after so many looks at what was just written or made; undefined after the last one, which is sent once
 * the read-back delay is over (D2, D3, K1, P7). A service may have decided on a slow answer as soon as it was asked. The steps
 * double from `first` on.
 */
export const readBackPause = (
  { count, sent, answered }: Looks,
  delay: number,
  first: number = FIRST,
): number | undefined => {
  if (sent >= delay) return undefined;
  const left = Math.max(delay - answered, 0);
  return Math.ceil(Math.min(first * Math.min(2 ** (count - 1), LONGEST), left));
};
