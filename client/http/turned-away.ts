/** So many of the newest answers are a limit if more of them were turned away than chance explains, by so many deviations and answers. */
const LIMIT = { newest: 20, deviations: 2, answers: 2 } as const;
/** Shares that may be turned away by chance as long as nobody knows: at the declared pace, and while a slower one is tried. */
const UNKNOWN = { declared: 0.05, slower: 0.15 } as const;
/** Answers that show if a slower pace helps: fewer are turned away than so many. So often it is tried. */
export const TRIAL = { answers: 40, helps: 2, most: 3 } as const;

/** Answers since the last change of the pace; when that was, milliseconds of its clock. */
export interface Stretch {
  readonly since: number;
  readonly newest: boolean[];
  answers: number;
  turnedAway: number;
}

/** A stretch without answers. */
export const stretchFrom = (since: number): Stretch => ({
  since,
  newest: [],
  answers: 0,
  turnedAway: 0,
});

/** Adds an answer to a stretch. */
export const count = (stretch: Stretch, isTooFast: boolean): void => {
  stretch.newest.push(isTooFast);
  if (stretch.newest.length > LIMIT.newest) stretch.newest.shift();
  stretch.answers += 1;
  if (isTooFast) stretch.turnedAway += 1;
};

/** Whether more of the newest answers were turned away than by chance, which turns away this share (binomial distribution). */
const isLimit = (newest: readonly boolean[], share: number, deviations: number): boolean => {
  const expected = LIMIT.newest * share;
  const most = expected + deviations * Math.sqrt(expected * (1 - share)) + LIMIT.answers;
  return newest.filter(Boolean).length >= most;
};

/** Tells if a stretch shows a limit (S8): at the declared pace, after so many trials that did not help, or else at a slower one. */
export const isTooMuch = (
  { newest, answers }: Stretch,
  byChance: number,
  trials?: number,
): boolean => {
  const unknown = answers > TRIAL.answers ? 0 : UNKNOWN.slower;
  const share = Math.max(byChance, trials === undefined ? unknown : UNKNOWN.declared);
  return isLimit(newest, share, LIMIT.deviations + (trials ?? 0));
};
