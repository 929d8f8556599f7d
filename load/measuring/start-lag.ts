import type { Start } from './listen-to.ts';
import { quantileOf } from './quantile-sketch.ts';
import type { Scheduled } from './schedule.ts';

/** Milliseconds that a start may seem early: its clock counts whole ones. */
const EARLY = 2;

/** The starts of one scenario on one instance of k6. */
export interface StartsOf {
  readonly starts: readonly Pick<Start, 'iteration' | 'at'>[];
  /** Milliseconds between two numbers of the plan. */
  readonly interval: number;
  /** Milliseconds by which one dropped start shifts all later numbers. */
  readonly shift: number;
  /** Starts that may have been dropped. */
  readonly dropped: number;
}

/**
 * How late each start came, in milliseconds, by number. k6 numbers the starts that it makes, not the ones that it drops. No start
 * comes early, so that before each as many were dropped at most as fit into the delay of every later one.
 */
export const latenessOf = ({ starts, interval, shift, dropped }: StartsOf): readonly number[] => {
  let least = Infinity;
  return starts
    .toSorted((a, b) => b.iteration - a.iteration)
    .map(({ iteration, at }) => {
      const delay = at - iteration * interval;
      least = Math.min(least, delay + EARLY);
      const before = Math.min(dropped, Math.max(0, Math.floor(least / shift)));
      return Math.max(0, delay - before * shift);
    })
    .toReversed();
};

/** Milliseconds by which 99 % of the told starts were late at most; null without any. */
export const lagOf = (
  told: readonly Start[],
  schedule: readonly Pick<Scheduled, 'name' | 'interval'>[],
  droppedIn: (scenario: string) => number,
): number | null => {
  const instances = 1 + told.reduce((most, { instance }) => Math.max(most, instance), 0);
  const scenarios = Map.groupBy(told, ({ scenario }) => scenario);
  const all = schedule.flatMap(({ name, interval }) =>
    [...Map.groupBy(scenarios.get(name) ?? [], ({ instance }) => instance).values()].flatMap(
      (starts) =>
        latenessOf({ starts, interval, shift: interval * instances, dropped: droppedIn(name) }),
    ),
  );
  return all.length === 0
    ? null
    : quantileOf(
        all.toSorted((a, b) => a - b),
        0.99,
      );
};
