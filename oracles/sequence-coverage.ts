import { type Line, LINE_TITLES } from '../spec/line.ts';

/** Coverage of the sequences of a line: one line of `sequences.jsonl`. */
export interface SequenceCoverage {
  readonly line: Line;
  /** Sequences that were played, and their requests; requests for shrinking are not counted. */
  readonly sequences: number;
  readonly requests: number;
  /** Pairs of state and command that were covered, legal or not. */
  readonly met: number;
  /** Pairs that are reachable by the specification and the target. */
  readonly reachable: number;
  readonly missing: readonly string[];
}

const some = (missing: readonly string[]): string => {
  const [first] = missing;
  if (first === undefined) return '';
  return missing.length === 1 ? `, not ${first}` : `, not ${first} and ${missing.length - 1} more`;
};

/** One line for people, such as `sequences  Travel 128 of 128 states x commands in 30 sequences`. */
export const describeCoverage = ({
  line,
  met,
  reachable,
  sequences,
  missing,
}: SequenceCoverage): string =>
  `sequences  ${LINE_TITLES[line]}: ${met} of ${reachable} states x commands in ${sequences} sequences${some(missing)}`;

/** Pairs of value classes in the drafts of a line's journeys: one line of `pairs.jsonl`. */
export interface PairCoverage {
  readonly line: Line;
  /** Drafts that were sent. */
  readonly drafts: number;
  readonly covered: number;
  /** Pairs that occur in legal complete drafts at all. */
  readonly possible: number;
}

/** One line for people, such as `pairs      Travel: 1811 of 1811 pairs of value classes in 25 drafts`. */
export const describePairs = ({ line, drafts, covered, possible }: PairCoverage): string =>
  `pairs      ${LINE_TITLES[line]}: ${covered} of ${possible} pairs of value classes in ${drafts} drafts`;
