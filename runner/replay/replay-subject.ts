import {
  withoutTrailingSlashes,
  loadTarget,
  type TargetSource,
} from '../../client/target/load-target.ts';
import { readEnvironment } from '../../client/target.ts';
import { UsageError } from '../../client/usage-error.ts';
import { isObject } from '../../oracles/answers/json-body.ts';
import { printable } from '../../store/printable.ts';
import type { ServiceOptions } from '../run-options.ts';
import { publicTarget } from '../../store/public-target.ts';
import { runArgument, serviceFlags } from './replay-line.ts';
import type { ReplayedRun, RunStarted } from '../../store/replay-source.ts';
import type { RunOrder } from '../run-order.ts';
import { ownTarget } from '../target-source.ts';

// The folder of a run is data: a replay sends to the recorded service only if its caller names it, too.

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Address of a run for people, or `the embedded service`. */
export const recordedAddress = ({
  embedded,
  target,
}: Pick<RunStarted, 'embedded' | 'target'>): string =>
  embedded ? 'the embedded service' : printable(textOf(target['base_url']) ?? 'an unknown address');

/** Service that the caller of a replay names, by flags or the environment. */
export interface CallerService {
  /** Flags of the caller; empty: it comes from the environment, or is not named. */
  readonly flags: readonly string[];
  /** Address of jobloss, travel and landlord, without a password; undefined if none is named. */
  readonly address: string | undefined;
  /** Source of the address, for people. */
  readonly namedBy: string;
  /** The target; undefined if none is named. Throws UsageError. */
  readonly source: () => Promise<TargetSource | undefined>;
}

/** Address from the environment, without a password. */
const addressHere = (): string | undefined => {
  const here = readEnvironment()['ASSAY_BASE_URL'];
  if (!here) return undefined;
  return withoutTrailingSlashes(here).replace(/^(\w+:\/\/)[^/]*@/, '$1');
};

/** Reads the caller's service. Throws UsageError and TargetError. */
export const callerService = async (options: ServiceOptions): Promise<CallerService> => {
  const { target, baseUrl, gapBaseUrl } = options;
  const source = () => ownTarget({ ...options, fault: [] });
  if ([target, baseUrl, gapBaseUrl].every((each) => each === undefined))
    return { flags: [], address: addressHere(), namedBy: 'ASSAY_BASE_URL', source };
  const own = await source();
  return {
    flags: serviceFlags(options),
    address: own && (await loadTarget(own)).base_url,
    namedBy: target === undefined ? '--base-url' : '--target',
    source: () => Promise.resolve(own),
  };
};

/** Address of the caller, if it differs from that of the run. */
export const otherAddress = (
  start: RunStarted,
  { address }: Pick<CallerService, 'address'>,
): string | undefined => (address === recordedAddress(start) ? undefined : address);

type Subject = Pick<
  Partial<RunOrder>,
  'embedded' | 'dialect' | 'fault' | 'clock' | keyof ServiceOptions
>;

/** Keys in which two records of a target differ, such as `decisions.readBackDelay`. */
const differences = (before: unknown, now: unknown, at: string): readonly string[] => {
  if (!isObject(before) || !isObject(now)) {
    return JSON.stringify(before) === JSON.stringify(now) ? [] : [at];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) =>
    differences(before[key], now[key], `${at}.${key}`),
  );
};

/** Keys that affect neither the data sent nor the judgement of an answer. */
const FREE = /^(?:name|limits|insecure|traces)(?:\.|$)/;

const MOST_KEYS = 3;

const ADDRESSES = ['base_url', 'gap_base_url'] as const;

/** Rejects a target of the caller that describes another service than that of the run: it would be no replay. */
const checkSame = (
  { start, folder }: ReplayedRun,
  now: Readonly<Record<string, unknown>>,
  again: string,
): void => {
  const word = runArgument(folder);
  const recordedKeys = Object.keys(start.target);
  const moved = ADDRESSES.find(
    (key) => recordedKeys.includes(key) && start.target[key] !== now[key],
  );
  if (moved !== undefined)
    throw new UsageError(
      `the run ${word} was of another service than the one you name; a replay sends to the same service\n  the run  ${moved} ${printable(JSON.stringify(start.target[moved]))}\n  you      ${moved} ${JSON.stringify(now[moved])}\nname the service of the run, if it is yours, or judge the one that you name: ${again}`,
    );
  const changed = recordedKeys
    .flatMap((key) => differences(start.target[key], now[key], key))
    .filter((key) => !FREE.test(key));
  if (changed.length === 0) return;
  const more = changed.length > MOST_KEYS ? ` and ${changed.length - MOST_KEYS} more` : '';
  const keys = changed.slice(0, MOST_KEYS).map(printable).join(', ');
  throw new UsageError(
    `the target that you name is not the one of the run ${word} (${keys}${more}): it has changed, or the run used another file; name that file, or judge the service as described now: ${again}`,
  );
};

const embeddedSubject = (
  { embedded, startedAt }: RunStarted,
  { insecure }: ServiceOptions,
): Subject | undefined =>
  embedded
    ? {
        embedded: true,
        dialect: embedded.dialect ?? undefined,
        fault: embedded.faults,
        clock: new Date(startedAt),
        insecure,
      }
    : undefined;

const noServiceError = ({ start, folder }: ReplayedRun): UsageError => {
  const { targetFile } = start;
  const file = targetFile === null ? '' : `, described by ${printable(targetFile)}`;
  const flag = targetFile === null ? '--base-url URL' : '--target FILE';
  return new UsageError(
    `the run ${runArgument(folder)} was of ${recordedAddress(start)}${file}; name that service yourself, if it is yours: add ${flag}. The folder of a run may come from anyone, so Assay sends no credential to an address in it, and loads no file that it names`,
  );
};

/** Service of a run, if its caller names it; the embedded one with the time of the run. Throws UsageError and TargetError. */
export const subjectOf = async (
  run: ReplayedRun,
  options: ServiceOptions,
  caller: CallerService,
  again: string,
): Promise<Subject> => {
  const { start, folder } = run;
  const embedded = embeddedSubject(start, options);
  if (embedded && caller.flags.length === 0) return embedded;
  if (embedded)
    throw new UsageError(
      `the run ${runArgument(folder)} was of the embedded service, and ${caller.flags.join(' ')} names ${String(caller.address)}; omit that, or judge the service that you name: ${again}`,
    );
  if (textOf(start.target['base_url']) === undefined)
    throw new UsageError(
      `${folder.run} has no address of the service (target.base_url); name another run`,
    );
  const source = await caller.source();
  if (source === undefined) throw noServiceError(run);
  checkSame(run, publicTarget(await loadTarget(source)), again);
  const { target, baseUrl, gapBaseUrl, insecure } = options;
  return { target, baseUrl, gapBaseUrl, insecure };
};
