/** Answers of a line in a step that are to be judged in full at least; all where there are fewer. */
export const QUOTA = 200;

/** So much more is planned, since some starts are dropped and some requests have no answer to judge. */
const MARGIN = 1.25;

/** One in how many price requests is judged in full, of so many planned ones: `most`, or fewer where the quota takes it. */
export const judgedEvery = (most: number, planned: number): number =>
  Math.max(1, Math.min(most, Math.floor(planned / (QUOTA * MARGIN))));
