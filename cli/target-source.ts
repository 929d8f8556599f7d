import type { TargetSource } from '../client/load-target.ts';
import { readEnvironment } from '../client/target.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import type { RunOptions } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Where the target comes from, and the embedded service where nothing was configured. */
export interface Subject {
  readonly source: TargetSource;
  readonly embedded: RunningReference | undefined;
}

const startEmbedded = async ({ dialect, fault }: RunOptions): Promise<RunningReference> => {
  try {
    return await startReference({ ...(dialect === undefined ? {} : { dialect }), faults: fault });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

/** The caller's target; with neither a file nor an address the embedded reference service. Throws UsageError. */
export const findSubject = async (options: RunOptions): Promise<Subject> => {
  const { target, baseUrl, gapBaseUrl } = options;
  const flags = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(gapBaseUrl === undefined ? {} : { gap_base_url: gapBaseUrl }),
  };
  const configured =
    target !== undefined || baseUrl !== undefined || readEnvironment()['ASSAY_BASE_URL'];
  if (!configured) {
    const embedded = await startEmbedded(options);
    // An address of the caller's environment belongs to a service of the caller's.
    const environment = { ...embedded.environment, ASSAY_GAP_BASE_URL: undefined };
    return { source: { document: embedded.target, environment, flags }, embedded };
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
