import type { LoadSubject } from '../load/running/ready-load.ts';
import type { LoadOptions } from '../load/running/load-options.ts';
import { spawnLoadService } from './load-service.ts';
import { ownTarget } from '../runner/target-source.ts';

/** The caller's target; with neither a file nor an address the embedded service, in a process of its own. Throws UsageError. */
export const findLoadSubject = async (options: LoadOptions): Promise<LoadSubject> => {
  const own = await ownTarget(options);
  if (own) return { source: own, isEmbedded: false, close: () => undefined };
  const service = await spawnLoadService({ dialect: options.dialect, faults: options.fault });
  // An address of the caller's environment belongs to a service of the caller's.
  const none = { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined };
  const environment = { ...service.environment, ...none };
  return {
    isEmbedded: true,
    source: { document: service.target, environment },
    close: () => service.close(),
  };
};
