import type { LoadSubject, LoadOptions } from '../load/running/ready-load.ts';
import { findSubject } from '../runner/target-source.ts';

/** The caller's target; with neither a file nor an address the embedded service. Throws UsageError. */
export const findLoadSubject = async (options: LoadOptions): Promise<LoadSubject> => {
  const { source, embedded } = await findSubject(options);
  return {
    source,
    isEmbedded: embedded !== undefined,
    close: () => void embedded?.close().catch(() => undefined),
  };
};
