import type { TargetSource } from '../client/load-target.ts';
import type { LoadOptions } from './load-options.ts';
import { spawnLoadService } from './load-service.ts';
import { isConfigured } from './target-source.ts';
import { UsageError } from './usage-error.ts';

/** Where the target of a load run comes from. */
export interface LoadSubject {
  readonly source: TargetSource;
  readonly close: () => void;
}

/** The caller's target; with neither a file nor an address the embedded service, in a process of its own. Throws UsageError. */
export const findLoadSubject = async (options: LoadOptions): Promise<LoadSubject> => {
  const { target, baseUrl, gapBaseUrl, dialect, fault } = options;
  const flags = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(gapBaseUrl === undefined ? {} : { gap_base_url: gapBaseUrl }),
  };
  if (!isConfigured(options)) {
    const service = await spawnLoadService({ dialect, faults: fault });
    // An address of the caller's environment belongs to a service of the caller's.
    const environment = { ...service.environment, ASSAY_GAP_BASE_URL: undefined };
    return {
      source: { document: service.target, environment, flags },
      close: () => service.close(),
    };
  }
  if (dialect !== undefined || fault.length > 0)
    throw new UsageError(
      '--dialect and --fault are about the embedded service, but a target was given; leave one of them out',
    );
  return {
    source: target === undefined ? { flags } : { file: target, flags },
    close: () => undefined,
  };
};
