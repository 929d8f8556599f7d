import { loadTarget, type TargetSource } from '../../client/target/load-target.ts';
import { preflight } from '../../client/preflight/preflight.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { UnansweredError, UsageError } from '../../client/usage-error.ts';
import { findK6, type K6, K6Missing } from '../k6/k6.ts';
import { k6NetworkProblems } from '../k6/k6-network.ts';
import { virtualUsersFor } from '../k6/k6-options.ts';
import { machineProblems } from '../k6/starvation.ts';
import { unfitForKubernetes } from '../kubernetes/unfit.ts';
import { liveProblems } from '../live/live-metrics.ts';
import { orStopped } from '../or-stopped.ts';
import { ProfileError } from '../profiles/load-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import { LEAST_PACE } from '../run-load.ts';
import { type IntendedLoad, safetyProblems } from '../profiles/safety.ts';
import { sharingProblems } from '../profiles/sharing.ts';
import { intendedLoad, type LoadOrder } from './conduct-load.ts';
import { type LoadOptions, MOST_INSTANCES } from './load-options.ts';

/** Where the target of a load run comes from. */
export interface LoadSubject {
  readonly source: TargetSource;
  /** It is the embedded service. */
  readonly isEmbedded: boolean;
  readonly close: () => void;
}

/** A problem that its user can mend is usage. Throws UsageError for it. */
export const asUsage = async <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof K6Missing || error instanceof ProfileError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
};

const instanceProblems = ({ instances = 1, kubernetes }: LoadOptions): readonly string[] =>
  kubernetes === undefined && instances > MOST_INSTANCES
    ? [
        `--instances: wanted 2 to ${MOST_INSTANCES} on one machine, got ${instances}; use --kubernetes for more`,
      ]
    : [];

/** Virtual users that one instance has at once at the highest rate of a profile, as far as known beforehand. */
const usersOf = (
  profile: Profile,
  { line, instances = 1 }: LoadOptions,
  { load }: ResolvedTarget,
): number => {
  const { rate } = intendedLoad({ ...profile, journeys: 0 }, line);
  const journeys = profile.journeys > 0 ? virtualUsersFor(profile.journeys, 1) : 0;
  const users = profile.users ?? load.users ?? virtualUsersFor(rate / line.length, LEAST_PACE);
  const each = line.length * users + journeys;
  return Math.ceil(each / instances);
};

/** The target of a load, which may be sent this profile. Throws UsageError and TargetError. */
export const loadableTarget = async (
  {
    options,
    profile,
    load = intendedLoad(profile, options.line),
  }: Pick<LoadOrder, 'options' | 'profile'> & { readonly load?: IntendedLoad },
  { source, isEmbedded }: Omit<LoadSubject, 'close'>,
): Promise<ResolvedTarget> => {
  const target = await loadTarget(source);
  const problems = [
    ...safetyProblems(target, load),
    ...k6NetworkProblems(target),
    ...instanceProblems(options),
    ...machineProblems(usersOf(profile, options, target)),
    ...liveProblems(options, options.instances ?? 1),
    ...sharingProblems(profile, options.line, options.instances),
    ...(options.kubernetes === undefined ? [] : unfitForKubernetes(target, profile, isEmbedded)),
  ];
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return target;
};

/** The k6 of a load; undefined where it was stopped meanwhile. Throws UsageError. */
export const k6ForLoad = async (signal: AbortSignal): Promise<K6 | undefined> => {
  const onProgress = (what: string): void => void process.stderr.write(`${what}\n`);
  const k6 = await asUsage(() => orStopped(findK6({ onProgress, signal }), signal));
  return signal.aborted ? undefined : k6;
};

/** Makes sure that the service answers. Throws UnansweredError. */
export const checkAnswer = async (
  target: ResolvedTarget,
  { line }: LoadOptions,
  signal: AbortSignal,
): Promise<void> => {
  const answer = await orStopped(preflight(target, line), signal);
  if (answer && !answer.ok)
    throw new UnansweredError(createRedactor(target).text(`${answer.problem}\n  ${answer.hint}`));
};
