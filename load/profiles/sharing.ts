import type { Line } from '../../spec/line.ts';
import { scheduleOf } from '../measuring/schedule.ts';
import type { Profile } from './profile.ts';

const mostStarts = (profile: Profile, lines: readonly Line[]): number => {
  const { weights } = profile;
  const steps =
    profile.kind === 'steps' ? profile.steps : [{ rate: profile.start, seconds: profile.seconds }];
  return Math.max(0, ...scheduleOf({ steps, weights }, lines).map(({ count }) => count));
};

/** Why so many instances cannot share a profile: one would have nothing to send. Empty: they can. */
export const sharingProblems = (
  profile: Profile,
  lines: readonly Line[],
  instances = 1,
): readonly string[] => {
  const most = mostStarts(profile, lines);
  return most >= instances
    ? []
    : [
        `--instances: ${instances} instances cannot share this profile, which sends ${most} price requests of a line in a step at most; take fewer instances, or a longer profile`,
      ];
};
