/** Milliseconds between the first two polls after a write. */
const FIRST = 25;
/** Maximum interval of two polls, as a multiple of the first one. */
const LONGEST = 32;

/** Times at which the last poll was sent and answered, in milliseconds since the first one was sent. */
export interface Looks {
  readonly count: number;
  readonly sent: number;
  readonly answered: number;
}

/**
 * Milliseconds until the next poll after a write, with exponential back-off from `first` on; undefined after the last
 * poll, which is sent once the read-back delay is over (D2, D3, K1, P7), since a slow answer may show the state at
 * its request.
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
