import { isLoopback } from '../../client/http/proxies.ts';
import { expiryOf, secretOf } from '../../client/target/target-auth.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Line } from '../../spec/line.ts';
import { LONGEST_JOURNEY } from '../k6/k6-options.ts';
import { durationOf, peakRateOf, scheduleOf } from '../measuring/schedule.ts';
import { type Profile, stepsOf } from './profile.ts';

/** The load of a profile. */
export interface IntendedLoad {
  readonly lines: readonly Line[];
  /** Peak rate in requests per second. */
  readonly rate: number;
  /** Duration in seconds, from the first to the last request. */
  readonly seconds: number;
}

/** Total rate of price requests per second on these lines, at this rate of the profile. */
export const sumOfRates = (profile: Profile, lines: readonly Line[], rate: number): number =>
  lines.reduce((sum, line) => sum + rate * (profile.weights[line] ?? 1), 0);

/** Peak rate and duration of a profile. */
export const intendedLoad = (profile: Profile, lines: readonly Line[]): IntendedLoad => {
  if (profile.kind === 'steps') {
    const schedule = scheduleOf(profile, lines);
    const rate = peakRateOf(schedule) + profile.journeys * LONGEST_JOURNEY;
    return { lines, rate, seconds: durationOf(schedule) + profile.calibration };
  }
  // Later plateaus stop below the target's limits.
  const rate = sumOfRates(profile, lines, profile.start);
  return { lines, rate, seconds: profile.most * profile.seconds + profile.calibration };
};

const addressesOf = ({ base_url, gap_base_url }: ResolvedTarget, lines: readonly Line[]) => [
  ...new Set([
    ...(lines.some((line) => line !== 'gap') ? [base_url] : []),
    ...(lines.includes('gap') ? [gap_base_url] : []),
  ]),
];

/** Seconds for everything around the load itself: drafts, calibration, the last answers. */
const AROUND = 120;

const credentialProblem = (target: ResolvedTarget, seconds: number, now: Date): string[] => {
  const expiry = expiryOf(secretOf(target.identities.owner.auth) ?? '');
  const left = expiry === undefined ? undefined : expiry - now.getTime() / 1000;
  const life = Math.min(left ?? Infinity, target.load.credentialSeconds ?? Infinity);
  if (seconds + AROUND <= life) return [];
  return [
    `the credential is valid for ${Math.max(0, Math.floor(life))} s, but this profile takes ${Math.ceil(seconds + AROUND)} s; use one with a longer lifetime, or a shorter profile`,
  ];
};

/** Reasons why this load must not be sent to this target; empty if it may. */
export const safetyProblems = (
  target: ResolvedTarget,
  { lines, rate, seconds }: IntendedLoad,
  now = new Date(),
): string[] => {
  const { allow, maxRate } = target.load;
  const { requestsPerSecond } = target.limits;
  const foreign = addressesOf(target, lines).filter((address) => !isLoopback(new URL(address)));
  const problems: string[] = [];
  if (foreign.length > 0 && (!allow || maxRate === undefined))
    problems.push(
      `${foreign.join(' and ')} is not this machine; load is sent there only if the target declares load: { allow: true, maxRate: … }`,
    );
  const limits = [
    ['load.maxRate', maxRate],
    ['limits.requestsPerSecond', requestsPerSecond],
  ] as const;
  for (const [name, limit] of limits)
    if (limit !== undefined && rate > limit)
      problems.push(
        `this profile sends ${Math.ceil(rate)} requests per second, but ${name} of the target allows ${limit}; use a smaller profile or fewer lines`,
      );
  return [...problems, ...credentialProblem(target, seconds, now)];
};

/** Reasons why this many instances cannot share a profile: one would have nothing to send. Empty if they can. */
export const sharingProblems = (
  profile: Profile,
  lines: readonly Line[],
  instances: number,
): readonly string[] => {
  const { steps, weights } = stepsOf(profile);
  // Without the warm-up, which measures nothing.
  const most = Math.max(0, ...scheduleOf({ steps, weights }, lines).map(({ count }) => count));
  if (most >= instances) return [];
  return [
    `--instances: ${instances} instances cannot share this profile, which sends ${most} price requests of a line in a step at most; use fewer instances, or a longer profile`,
  ];
};
