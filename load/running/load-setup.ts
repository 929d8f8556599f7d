import { loadTarget, type TargetSource } from '../../client/target/load-target.ts';
import { preflight } from '../../client/preflight/preflight.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { UnansweredError, UnavailableError, UsageError } from '../../client/usage-error.ts';
import { findK6, type K6, K6Missing } from '../k6/k6.ts';
import { k6NetworkProblems, k6Network } from '../k6/k6-network.ts';
import { virtualUsersFor } from '../k6/k6-options.ts';
import { machineProblems } from '../k6/resource-exhaustion.ts';
import { liveProblems, type LiveOutput } from '../live/live-metrics.ts';
import { untilAborted } from '../until-aborted.ts';
import { ProfileError } from '../profiles/load-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import { LEAST_LATENCY } from '../run-load.ts';
import {
  type IntendedLoad,
  safetyProblems,
  sharingProblems,
  intendedLoad,
} from '../profiles/safety.ts';
import type { Line } from '../../spec/line.ts';

/** The options of `assay load`. */
export interface LoadOptions {
  /** A target file, or `FILE#NAME` for one of several in it. */
  readonly target?: string;
  readonly baseUrl?: string;
  readonly gapBaseUrl?: string;
  /** Disables the verification of certificates. */
  readonly insecure?: boolean;
  readonly line: readonly Line[];
  readonly seed: number;
  /** Dialect of the reference service. */
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Absolute path of the folder for runs. */
  readonly out: string;
  /** A built-in name, or a file. */
  readonly profile: string;
  /** Number of k6 instances that share the load; default: one. */
  readonly instances?: number;
  /** Live output of k6's metrics. */
  readonly live?: LiveOutput;
  /** More outputs of k6, in its own notation. */
  readonly k6Out?: readonly string[];
  /** Custom tags for every sample. */
  readonly tag?: Readonly<Record<string, string>>;
  /** Absolute path of an additional JUnit file. */
  readonly junit?: string;
  /** Absolute path of the folder for k6-operator, in place of sending load. */
  readonly kubernetes?: string;
  /** Image of Assay for the pod that judges. */
  readonly image?: string;
  /** Prints what the profiles would send, and sends nothing. */
  readonly list?: true;
  /**
   * The second build that receives the same load in alternating blocks: a target file, or the name of a target in the
   * file of `target`.
   */
  readonly against?: string;
}

/** Maximum number of k6 instances on one machine. */
export const MOST_INSTANCES = 8;

/** The caller's order for a load run. */
export interface LoadOrder {
  readonly options: LoadOptions;
  readonly version: string;
  readonly profile: Profile;
  /** Aborts the run; its reason is a sentence such as `stopped by SIGTERM`. */
  readonly signal: AbortSignal;
  /** True if each line is measured in each step, too. */
  readonly parts?: boolean | undefined;
}

/** Source of a load run's target. */
export interface LoadTarget {
  readonly source: TargetSource;
  /** True for the embedded service. */
  readonly isEmbedded: boolean;
  readonly close: () => void;
}

/** Converts errors that the user can fix into UsageError. */
export const orUsageError = async <Result>(
  work: () => Promise<Result> | Result,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof K6Missing || error instanceof ProfileError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
};

/** Virtual users of one instance at the highest rate of a profile, as far as known beforehand. */
const usersOf = (
  profile: Profile,
  { line, instances = 1 }: LoadOptions,
  { load }: ResolvedTarget,
): number => {
  const { rate } = intendedLoad({ ...profile, journeys: 0 }, line);
  const journeys = profile.journeys > 0 ? virtualUsersFor(profile.journeys, 1) : 0;
  const users = profile.users ?? load.users ?? virtualUsersFor(rate / line.length, LEAST_LATENCY);
  const each = line.length * users + journeys;
  return Math.ceil(each / instances);
};

/** Reasons why a load cannot be written for Kubernetes; empty if it can. An archive must not contain secrets. */
const unfitForKubernetes = (
  target: ResolvedTarget,
  profile: Profile,
  isEmbedded: boolean,
): readonly string[] => {
  const { variables, trusted } = k6Network(target);
  const isOfThisMachine = trusted !== undefined || Object.keys(variables).length > 0;
  return [
    isEmbedded && 'pods cannot reach the embedded service; name yours with --target',
    profile.kind !== 'steps' &&
      'expected a profile of kind steps, got one that searches for a rate; use load, stress, spike or soak',
    profile.tags &&
      'k6-operator would replace the tags of the profile by its own; remove tags, and write --tag into the args of the TestRun',
    target.network.client &&
      'the archive would contain the key of tls:; remove tls from the target, and let the cluster present the certificate',
    isOfThisMachine &&
      'pods do not have the proxies and authorities of this machine; remove proxy and ca from the target, and configure them in the image of k6',
  ].flatMap((problem) => (problem ? `--kubernetes: ${problem}` : []));
};

/** Resolves the target of a load, and checks that this profile may be sent to it. Throws UsageError and TargetError. */
export const resolveLoadTarget = async (
  {
    options,
    profile,
    load = intendedLoad(profile, options.line),
  }: Pick<LoadOrder, 'options' | 'profile'> & { readonly load?: IntendedLoad },
  { source, isEmbedded }: Omit<LoadTarget, 'close'>,
): Promise<ResolvedTarget> => {
  const target = await loadTarget(source);
  const { instances = 1, kubernetes } = options;
  const problems = [...safetyProblems(target, load), ...k6NetworkProblems(target)];
  if (kubernetes === undefined && options.image !== undefined)
    throw new UsageError('--image names the image of a pod and requires --kubernetes');
  if (kubernetes === undefined && instances > MOST_INSTANCES)
    problems.push(
      `--instances: expected 2 to ${MOST_INSTANCES} on one machine, got ${instances}; use --kubernetes for more`,
    );
  problems.push(
    ...machineProblems(usersOf(profile, options, target)),
    ...liveProblems(options, instances),
    ...sharingProblems(profile, options.line, instances),
    ...(kubernetes === undefined ? [] : unfitForKubernetes(target, profile, isEmbedded)),
  );
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return target;
};

/** The k6 of a load; undefined if it was aborted meanwhile. Throws UsageError. */
export const k6ForLoad = async (signal: AbortSignal): Promise<K6 | undefined> => {
  const onProgress = (what: string): void => void process.stderr.write(`${what}\n`);
  const k6 = await orUsageError(() => untilAborted(findK6({ onProgress, signal }), signal));
  return signal.aborted ? undefined : k6;
};

/** Checks that the service answers; `build` names one of two builds. Throws UnansweredError or UnavailableError. */
export const checkAnswer = async (
  target: ResolvedTarget,
  { line }: LoadOptions,
  signal: AbortSignal,
  build = '',
): Promise<void> => {
  const answer = await untilAborted(preflight(target, line), signal);
  if (!answer || answer.ok) return;
  const text = createRedactor(target).text(`${build}${answer.problem}\n  ${answer.hint}`);
  throw answer.isEnvironment ? new UnavailableError(text) : new UnansweredError(text);
};
