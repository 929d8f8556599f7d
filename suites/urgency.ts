import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';

/** A cell that failed when it was last judged on the same target, and the probe that showed it. */
export interface LastFailure {
  readonly requirement: RequirementId;
  readonly line: string;
  /** Such as `journey/gap/3`. */
  readonly test?: string;
}

/** What a test is about. */
export interface Subject {
  /** Left out: of several. */
  readonly requirement?: RequirementId;
  readonly line: Line;
  /** How the names of its probes begin, up to a slash. */
  readonly probes?: readonly string[];
}

const failedLast = (
  { requirement, line, probes = [] }: Subject,
  failures: readonly LastFailure[],
): boolean =>
  failures.some(
    (failure) =>
      (failure.requirement === requirement && failure.line === line) ||
      probes.some((name) => failure.test === name || failure.test?.startsWith(`${name}/`)),
  );

const rankOf = (subject: Subject | undefined, failures: readonly LastFailure[]): number => {
  if (!subject) return 1;
  if (failedLast(subject, failures)) return 0;
  const { requirement } = subject;
  return requirement !== undefined && requirementOf(requirement).level === 'implied' ? 2 : 1;
};

/**
 * The most telling first: what failed last time, then what the specification states, then what is implied; otherwise as it
 * was. Only the order depends on the last run, never a verdict.
 */
export const byUrgency = <Item>(
  items: Iterable<Item>,
  subjectOf: (item: Item) => Subject | undefined,
  failures: readonly LastFailure[],
): readonly Item[] =>
  [...items]
    .map((item) => ({ item, rank: rankOf(subjectOf(item), failures) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
