import { type Line, LINE_TITLES } from '../spec/line.ts';

/** Pairs of value classes in the drafts of a line's journeys: one line of `pairs.jsonl`. */
export interface PairCoverage {
  readonly line: Line;
  /** Drafts that were sent. */
  readonly drafts: number;
  readonly covered: number;
  /** Pairs that legal complete drafts were found to have at all. */
  readonly possible: number;
}

/** One line for people, such as `pairs      Travel: 1811 of 1811 pairs of value classes in 25 drafts`. */
export const describePairs = ({ line, drafts, covered, possible }: PairCoverage): string =>
  `pairs      ${LINE_TITLES[line]}: ${covered} of ${possible} pairs of value classes in ${drafts} drafts`;
