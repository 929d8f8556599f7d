import type { ResolvedTarget } from '../client/target.ts';
import type { Line } from '../spec/line.ts';
import {
  type Limit,
  limitsOf,
  plannedThresholds,
  type PlannedCount,
  type Threshold,
} from './verdict/limits.ts';
import type { StepsProfile } from './profiles/profile.ts';
import { type Scheduled, scheduleOf } from './measuring/schedule.ts';

/** How many price requests a schedule plans for what a limit is about. */
export const countIn =
  (schedule: readonly Scheduled[]): PlannedCount =>
  (on) =>
    schedule
      .filter(
        ({ phase, line, step }) =>
          phase === 'measure' &&
          (on.line === undefined || on.line === line) &&
          (on.step === undefined || on.step === step),
      )
      .reduce((sum, { count }) => sum + count, 0);

/** Everything that is known before the first price request. */
export interface Course {
  readonly schedule: readonly Scheduled[];
  readonly limits: readonly Limit[];
  readonly thresholds: readonly Threshold[];
  readonly planned: PlannedCount;
}

/** Works it out from the target's limits and the profile. */
export const courseOf = (
  target: ResolvedTarget,
  profile: StepsProfile,
  lines: readonly Line[],
): Course => {
  const schedule = scheduleOf(profile, lines);
  const planned = countIn(schedule);
  const limits = limitsOf(target.load, profile, lines);
  return { schedule, limits, planned, thresholds: plannedThresholds(limits, planned) };
};
