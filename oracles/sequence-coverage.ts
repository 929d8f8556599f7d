import { type Line, LINE_TITLES } from '../spec/line.ts';

/** What the sequences of a line met: one line of `sequences.jsonl`. */
export interface SequenceCoverage {
  readonly line: Line;
  /** Sequences that were played, and requests that they took; what making one small took is not counted. */
  readonly sequences: number;
  readonly requests: number;
  /** Pairs of state and command, legal or not, that were met. */
  readonly met: number;
  /** Pairs that the specification and the target allow to reach. */
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
