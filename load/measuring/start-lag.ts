import type { Start } from './listen-to.ts';
import { quantileOf } from './quantile-sketch.ts';
import { begunBy, dueAt, type Planned, type Scheduled } from './schedule.ts';

/** Milliseconds that a start may seem early: its clock counts whole ones. */
const EARLY = 2;

/** The starts of one scenario on one instance of k6. */
export interface StartsOf {
  readonly starts: readonly Pick<Start, 'iteration' | 'at'>[];
  /** When each number of the plan is due. */
  readonly plan: Planned;
  /** By how many numbers one dropped start shifts all later ones: as many as there are instances. */
  readonly shift: number;
  /** Starts that may have been dropped. */
  readonly dropped: number;
}

/**
 * How late each start came, in milliseconds, by number. k6 numbers the starts that it makes, not the ones that it drops. No start
 * comes early, so that before each as many were dropped at most as fit into the delay of every later one.
 */
export const latenessOf = ({ starts, plan, shift, dropped }: StartsOf): readonly number[] => {
  let least = Infinity;
  return starts
    .toSorted((a, b) => b.iteration - a.iteration)
    .map(({ iteration, at }) => {
      least = Math.min(least, begunBy(plan, at + EARLY) - iteration);
      const before = Math.min(dropped, Math.max(0, Math.floor(least / shift)));
      return Math.max(0, at - dueAt(plan, iteration + before * shift));
    })
    .toReversed();
};

/** Milliseconds by which 99 % of the told starts were late at most; null without any. */
export const lagOf = (
  told: readonly Start[],
  schedule: readonly (Planned & Pick<Scheduled, 'name'>)[],
  droppedIn: (scenario: string) => number,
): number | null => {
  const instances = 1 + told.reduce((most, { instance }) => Math.max(most, instance), 0);
  const scenarios = Map.groupBy(told, ({ scenario }) => scenario);
  const all = schedule.flatMap((plan) =>
    [...Map.groupBy(scenarios.get(plan.name) ?? [], ({ instance }) => instance).values()].flatMap(
      (starts) => latenessOf({ starts, plan, shift: instances, dropped: droppedIn(plan.name) }),
    ),
  );
  return all.length === 0
    ? null
    : quantileOf(
        all.toSorted((a, b) => a - b),
        0.99,
      );
};
