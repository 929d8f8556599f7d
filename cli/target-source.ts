import type { TargetSource } from '../client/load-target.ts';
import { readEnvironment, type ResolvedTarget } from '../client/target.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import type { RunRecord } from '../reports/run-record.ts';
import type { Clock } from './clock.ts';
import type { RunOptions } from './options.ts';
import { publicTarget } from './public-target.ts';
import { UsageError } from './usage-error.ts';

/** Where the target comes from, and the embedded service where nothing was configured. */
export interface Subject {
  readonly source: TargetSource;
  readonly embedded: RunningReference | undefined;
}

/** What a run records of its target, by which a later run knows it again. */
export const identityOf = (
  { dialect, fault }: Pick<RunOptions, 'dialect' | 'fault'>,
  { embedded }: Subject,
  target: ResolvedTarget,
): Pick<RunRecord, 'embedded' | 'target'> => ({
  embedded: embedded ? { dialect: dialect ?? null, faults: [...fault] } : null,
  target: publicTarget(target),
});

const startEmbedded = async (
  { dialect, fault }: RunOptions,
  now: Clock,
): Promise<RunningReference> => {
  try {
    const choice = dialect === undefined ? {} : { dialect };
    return await startReference({ ...choice, faults: fault, now });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** Whether the caller named a target, as a file, as an address or in the environment. */
export const isConfigured = ({
  target,
  baseUrl,
  gapBaseUrl,
  embedded,
}: Partial<Pick<RunOptions, 'target' | 'baseUrl' | 'gapBaseUrl' | 'embedded'>>): boolean => {
  if (embedded) return false;
  if (target !== undefined || baseUrl !== undefined || gapBaseUrl !== undefined) return true;
  return Boolean(readEnvironment()['ASSAY_BASE_URL']);
};

/**
 * The caller's target; with neither a file nor an address the embedded reference service, on the run's clock. Throws
 * UsageError.
 */
export const findSubject = async (options: RunOptions, clock: Clock): Promise<Subject> => {
  const { target, baseUrl, gapBaseUrl } = options;
  const flags = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(gapBaseUrl === undefined ? {} : { gap_base_url: gapBaseUrl }),
  };
  if (!isConfigured(options)) {
    const embedded = await startEmbedded(options, clock);
    // An address of the caller's environment belongs to a service of the caller's.
    const none = { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined };
    const environment = { ...embedded.environment, ...none };
    return { source: { document: embedded.target, environment }, embedded };
  }
  if (options.dialect !== undefined || options.fault.length > 0) {
    throw new UsageError(
      '--dialect and --fault are about the embedded service, but a target was given; leave one of them out',
    );
  }
  return {
    source: target === undefined ? { flags } : { file: target, flags },
    embedded: undefined,
  };
};
