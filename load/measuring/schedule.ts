import { type Line } from '../../spec/line.ts';
import type { PlannedScenario } from '../plan.ts';
import type { StepsProfile } from '../profiles/profile.ts';

/** A scenario with what k6 and the rest of the run have to know of it. */
export interface Scheduled extends PlannedScenario {
  readonly name: string;
  readonly seconds: number;
  /** k6 takes whole rates only: `rate` in `unit` seconds. */
  readonly rate: number;
  readonly unit: number;
  /** Price requests that are planned. */
  readonly count: number;
}

/** A rate as k6 takes it: whole, in 1, 10, 100 or 1000 seconds. */
export const wholeRate = (rate: number): { readonly rate: number; readonly unit: number } => {
  const unit = [1, 10, 100].find((each) => Math.abs(rate * each - Math.round(rate * each)) < 1e-6);
  const seconds = unit ?? 1000;
  return { rate: Math.max(1, Math.round(rate * seconds)), unit: seconds };
};

/** Every plateau of every line, in the order in which they begin; the warm-up is step 0. */
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
      const { rate, unit } = wholeRate(plateau.rate * (profile.weights[line] ?? 1));
      const count = Math.ceil((rate / unit) * plateau.seconds - 1e-9);
      scheduled.push({
        name: step === 0 ? `${line}-warm-up` : `${line}-${step}`,
        line,
        phase: step === 0 ? 'warm-up' : 'measure',
        step,
        interval: (unit * 1000) / rate,
        start,
        seconds: plateau.seconds,
        rate,
        unit,
        count,
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
        .reduce((sum, { rate, unit }) => sum + rate / unit, 0),
    ),
  );
