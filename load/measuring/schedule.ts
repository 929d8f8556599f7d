import type { Line } from '../../spec/line.ts';
import type { PlannedScenario, Start } from '../plan.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import { quantileOf } from './quantile-sketch.ts';

/** A scenario with the details that k6 and the rest of the run need. */
export interface Scheduled extends Omit<PlannedScenario, 'judgeEvery' | 'lastTurns'> {
  readonly name: string;
  readonly seconds: number;
  /** k6 accepts integer rates only: `rate` in `unit` seconds. */
  readonly rate: number;
  readonly unit: number;
  /** In `unit` seconds: the rate at the end of a ramp; default: constant. */
  readonly to?: number;
  /** Number of planned price requests. */
  readonly count: number;
  /** Seconds after its end in which an answer is awaited. Default: the timeout. */
  readonly grace?: number;
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;

/** Rates in k6's form: integers in 1, 10, 100 or 1000 seconds, with the same unit for all; only 0 becomes 0. */
const integerRates = (rates: readonly number[]) => {
  const unit = [1, 10, 100].find((each) => rates.every((rate) => isWhole(rate * each))) ?? 1000;
  const whole = (rate: number): number => Math.max(Math.sign(rate), Math.round(rate * unit));
  return { rates: rates.map(whole), unit };
};

/** A rate in k6's form: an integer in 1, 10, 100 or 1000 seconds. */
export const integerRate = (rate: number): { readonly rate: number; readonly unit: number } => {
  const { rates, unit } = integerRates([rate]);
  return { rate: rates[0] as number, unit };
};

/** The rate of a plateau, or the mean rate of a ramp, per second. */
export const meanRateOf = ({ rate, to = rate, unit }: Pick<Scheduled, 'rate' | 'to' | 'unit'>) =>
  (rate + to) / 2 / unit;

/** The highest rate of a plateau or ramp, per second. */
export const highestRateOf = ({ rate, to = rate, unit }: Pick<Scheduled, 'rate' | 'to' | 'unit'>) =>
  Math.max(rate, to) / unit;

/** The rates of a step on one line, and the number of price requests that k6 starts with them. */
const ratesOf = ({ rate, to, seconds }: StepsProfile['steps'][number], weight: number) => {
  const { rates, unit } = integerRates([rate, to ?? rate].map((each) => each * weight));
  const [first = 1, last = 1] = rates;
  const area = (((first + last) / 2) * seconds) / unit;
  // k6 begins a ramp when one price request is due, a plateau with the first one.
  return to === undefined
    ? { rate: first, unit, count: Math.ceil(area - 1e-9) }
    : { rate: first, to: last, unit, count: Math.floor(area + 1e-9) };
};

/**
 * Due time of a price request of a plateau or ramp, in milliseconds after its start; `nth` counts from 0. On a ramp, k6
 * starts as many as the integral of its rate (ramping-arrival-rate).
 */
export const dueAt = (
  { rate, to = rate, unit, seconds, interval }: RatePlan,
  nth: number,
): number => {
  if (to === rate) return nth * interval;
  const slope = (to - rate) / seconds;
  const under = Math.max(0, rate ** 2 + 2 * slope * (nth + 1) * unit);
  return ((Math.sqrt(under) - rate) / slope) * 1000;
};

/** Number of price requests of a plateau or ramp that are due after this many milliseconds, with a fraction; see dueAt. */
export const startedBy = (
  { rate, to = rate, unit, seconds, interval }: RatePlan,
  ms: number,
): number => {
  if (to === rate) return ms / interval;
  const at = Math.min(ms / 1000, seconds);
  const last = rate + ((to - rate) * at) / seconds;
  return (((rate + last) / 2) * at + to * Math.max(0, ms / 1000 - seconds)) / unit - 1;
};

/**
 * Longest interval in seconds between two price requests of one virtual user, if this many take turns: on a ramp at its
 * slow end.
 */
export const longestWait = (
  scheduled: RatePlan & Pick<Scheduled, 'count'>,
  users: number,
): number => {
  const last = Math.max(0, scheduled.count - 1 - users);
  const waits = [0, last].map((nth) => dueAt(scheduled, nth + users) - dueAt(scheduled, nth));
  return Math.max(...waits) / 1000;
};

/** Delay in milliseconds from which k6 may omit the last starts. */
const LATE = 500;

/**
 * Milliseconds after the start of a plateau or ramp from which a virtual user may have its last turn. Idle ones take
 * turns: k6 uses the one that has waited longest.
 */
export const lastTurnsOf = (
  scheduled: RatePlan & Pick<Scheduled, 'count'>,
  users: number,
): number =>
  Math.max(0, Math.floor(dueAt(scheduled, Math.max(0, scheduled.count - 1 - users))) - LATE);

/** The properties that determine the start times of a scenario. */
export type RatePlan = Pick<Scheduled, 'rate' | 'to' | 'unit' | 'seconds' | 'interval'>;

/** Every plateau and ramp of every line, in chronological order; the warm-up is step 0. */
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

/** The highest sum of rates at any time, per second. */
export const peakRateOf = (schedule: readonly Scheduled[]): number =>
  Math.max(
    0,
    ...schedule.map(({ start: at }) =>
      schedule
        .filter(({ start, seconds }) => start <= at && at < start + seconds)
        .reduce((sum, each) => sum + highestRateOf(each), 0),
    ),
  );

/** The measured scenarios of a comparison, each with a block of its own. */
export const blocksIn = (schedule: readonly Scheduled[]): readonly Scheduled[] =>
  schedule.filter(({ phase, grace }) => phase === 'measure' && grace !== undefined);

/** Milliseconds that a start may seem early: its clock counts whole ones. */
const EARLY = 2;

/** The starts of one scenario on one k6 instance. */
export interface ScenarioStarts {
  readonly starts: readonly Pick<Start, 'iteration' | 'at'>[];
  /** Due times of the numbers. */
  readonly plan: RatePlan;
  /** Shift of all later numbers by one dropped start: the number of instances. */
  readonly shift: number;
  /** Maximum number of dropped starts. */
  readonly dropped: number;
}

/**
 * Delay of each start in milliseconds, by number. k6 numbers only the starts that it makes, not the dropped ones. No
 * start is early, so that before each at most as many were dropped as fit into the delay of every later one.
 */
export const latenessOf = ({ starts, plan, shift, dropped }: ScenarioStarts): readonly number[] => {
  let least = Infinity;
  return starts
    .toSorted((a, b) => b.iteration - a.iteration)
    .map(({ iteration, at }) => {
      least = Math.min(least, startedBy(plan, at + EARLY) - iteration);
      const before = Math.min(dropped, Math.max(0, Math.floor(least / shift)));
      return Math.max(0, at - dueAt(plan, iteration + before * shift));
    })
    .toReversed();
};

/** Upper bound in milliseconds for the delay of 99 % of the sampled starts; null without any. */
export const lagOf = (
  sampled: readonly Start[],
  schedule: readonly (RatePlan & Pick<Scheduled, 'name'>)[],
  droppedIn: (scenario: string) => number,
): number | null => {
  const instances = 1 + sampled.reduce((most, { instance }) => Math.max(most, instance), 0);
  const scenarios = Map.groupBy(sampled, ({ scenario }) => scenario);
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
