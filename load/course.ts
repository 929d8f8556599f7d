import type { ResolvedTarget } from '../client/target.ts';
import type { Line } from '../spec/line.ts';
import { type Limit, limitsOf, plannedThresholds, type Threshold } from './verdict/limits.ts';
import type { StepsProfile } from './profiles/profile.ts';
import { type Scheduled, scheduleOf } from './measuring/schedule.ts';

/** Everything that is known before the first price request. */
export interface Course {
  readonly schedule: readonly Scheduled[];
  readonly limits: readonly Limit[];
  readonly thresholds: readonly Threshold[];
}

/** Works it out from the target's limits and the profile, or a schedule of its load that somebody else made. */
export const courseOf = (
  target: Pick<ResolvedTarget, 'load'>,
  profile: StepsProfile,
  lines: readonly Line[],
  schedule = scheduleOf(profile, lines),
): Course => {
  const limits = limitsOf(target.load, profile, lines);
  return { schedule, limits, thresholds: plannedThresholds(limits) };
};
