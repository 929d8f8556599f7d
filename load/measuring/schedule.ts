import type { Line } from '../../spec/line.ts';
import type { PlannedScenario, Start } from '../plan.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { quantileOf } from './quantile-sketch.ts';

/** A scenario with what k6 and the rest of the run have to know of it. */
export interface Scheduled extends Omit<PlannedScenario, 'judgeEvery' | 'lastTurns'> {
  readonly name: string;
  readonly seconds: number;
  /** k6 takes whole rates only: `rate` in `unit` seconds. */
  readonly rate: number;
  readonly unit: number;
  /** In `unit` seconds: the rate at the end of a ramp; left out: `rate` stays. */
  readonly to?: number;
  /** Price requests that are planned. */
  readonly count: number;
  /** Seconds after its end in which an answer may come. Left out: until it is overdue. */
  readonly grace?: number;
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;

/** Rates as k6 takes them: whole, in 1, 10, 100 or 1000 seconds, the same for all; only 0 becomes 0. */
const wholeRates = (rates: readonly number[]) => {
  const unit = [1, 10, 100].find((each) => rates.every((rate) => isWhole(rate * each))) ?? 1000;
  const whole = (rate: number): number => Math.max(Math.sign(rate), Math.round(rate * unit));
  return { rates: rates.map(whole), unit };
};

/** A rate as k6 takes it: whole, in 1, 10, 100 or 1000 seconds. */
export const wholeRate = (rate: number): { readonly rate: number; readonly unit: number } => {
  const { rates, unit } = wholeRates([rate]);
  return { rate: rates[0] as number, unit };
};

/** The rate of a plateau, or the mean of a ramp, a second. */
export const meanRateOf = ({ rate, to = rate, unit }: Pick<Scheduled, 'rate' | 'to' | 'unit'>) =>
  (rate + to) / 2 / unit;

/** The highest rate of a plateau or ramp, a second. */
export const highestRateOf = ({ rate, to = rate, unit }: Pick<Scheduled, 'rate' | 'to' | 'unit'>) =>
  Math.max(rate, to) / unit;

/** The rates of a step on one line, and how many price requests k6 begins with them. */
const ratesOf = ({ rate, to, seconds }: StepsProfile['steps'][number], weight: number) => {
  const { rates, unit } = wholeRates([rate, to ?? rate].map((each) => each * weight));
  const [first = 1, last = 1] = rates;
  const area = (((first + last) / 2) * seconds) / unit;
  // k6 begins a ramp when one price request is due, a plateau with the first one.
  return to === undefined
    ? { rate: first, unit, count: Math.ceil(area - 1e-9) }
    : { rate: first, to: last, unit, count: Math.floor(area + 1e-9) };
};

/**
 * When k6 begins a price request of a plateau or ramp, in milliseconds after its start; `nth` counts from 0. Ramps begin as many
 * as their rate has summed up to (ramping-arrival-rate).
 */
export const dueAt = (
  { rate, to = rate, unit, seconds, interval }: Planned,
  nth: number,
): number => {
  if (to === rate) return nth * interval;
  const slope = (to - rate) / seconds;
  const under = Math.max(0, rate ** 2 + 2 * slope * (nth + 1) * unit);
  return ((Math.sqrt(under) - rate) / slope) * 1000;
};

/** How many price requests of a plateau or ramp are begun in so many milliseconds, as a number with a fraction; see dueAt. */
export const begunBy = (
  { rate, to = rate, unit, seconds, interval }: Planned,
  ms: number,
): number => {
  if (to === rate) return ms / interval;
  const at = Math.min(ms / 1000, seconds);
  const last = rate + ((to - rate) * at) / seconds;
  return (((rate + last) / 2) * at + to * Math.max(0, ms / 1000 - seconds)) / unit - 1;
};

/** Seconds from one price request of a virtual user to its next at most, if so many take turns: of a ramp at its slow end. */
export const longestWait = (
  scheduled: Planned & Pick<Scheduled, 'count'>,
  users: number,
): number => {
  const last = Math.max(0, scheduled.count - 1 - users);
  const waits = [0, last].map((nth) => dueAt(scheduled, nth + users) - dueAt(scheduled, nth));
  return Math.max(...waits) / 1000;
};

/** Milliseconds by which k6 may be late at the end, where it leaves out what is due. */
const LATE = 500;

/**
 * Milliseconds after the start of a plateau or ramp from which a virtual user may have its last turn. Those that wait take turns:
 * k6 lends out the one that has waited for the longest.
 */
export const lastTurnsOf = (scheduled: Planned & Pick<Scheduled, 'count'>, users: number): number =>
  Math.max(0, Math.floor(dueAt(scheduled, Math.max(0, scheduled.count - 1 - users))) - LATE);

/** What the times of a scenario's starts follow from. */
export type Planned = Pick<Scheduled, 'rate' | 'to' | 'unit' | 'seconds' | 'interval'>;

/** Every plateau and ramp of every line, in the order in which they begin; the warm-up is step 0. */
export const scheduleOf = (
  profile: Pick<StepsProfile, 'steps' | 'warmUp' | 'weights'>,
  lines: readonly Line[],
): readonly Scheduled[] => {
  const plateaus = [profile.warmUp, ...profile.steps];
  const scheduled: Scheduled[] = [];
  let start = 0;
  for (const [step, plateau] of plateaus.entries()) {
    if (plateau === undefined) continue;
    for (const line of lines) {
      const rates = ratesOf(plateau, profile.weights[line] ?? 1);
      scheduled.push({
        name: step === 0 ? `${line}-warm-up` : `${line}-${step}`,
        line,
        phase: step === 0 ? 'warm-up' : 'measure',
        step,
        interval: 1000 / meanRateOf(rates),
        start,
        seconds: plateau.seconds,
        ...rates,
      });
    }
    start += plateau.seconds;
  }
  return scheduled;
};

/** Seconds from the start of the first to the end of the last plateau. */
export const durationOf = (schedule: readonly Scheduled[]): number =>
  Math.max(0, ...schedule.map(({ start, seconds }) => start + seconds));

/** The highest sum of rates at any time, a second. */
export const peakRateOf = (schedule: readonly Scheduled[]): number =>
  Math.max(
    0,
    ...schedule.map(({ start: at }) =>
      schedule
        .filter(({ start, seconds }) => start <= at && at < start + seconds)
        .reduce((sum, each) => sum + highestRateOf(each), 0),
    ),
  );

/** The measured scenarios that take turns with those of another build, each looked at by itself. */
export const blocksIn = (schedule: readonly Scheduled[]): readonly Scheduled[] =>
  schedule.filter(({ phase, grace }) => phase === 'measure' && grace !== undefined);

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
