import type { TargetSource } from '../client/load-target.ts';
import { readEnvironment } from '../client/target.ts';
import { type RunningReference, startReference } from '../reference/start.ts';
import type { RunOptions } from './options.ts';

/** Where the target comes from, and the embedded service where nothing was configured. */
export interface Subject {
  readonly source: TargetSource;
  readonly embedded: RunningReference | undefined;
}

/** The caller's target; with neither a file nor an address the embedded reference service. */
export const findSubject = async (options: RunOptions): Promise<Subject> => {
  const { target, baseUrl, gapBaseUrl } = options;
  const flags = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(gapBaseUrl === undefined ? {} : { gap_base_url: gapBaseUrl }),
  };
  if (target !== undefined) return { source: { file: target, flags }, embedded: undefined };
  if (baseUrl !== undefined || readEnvironment()['ASSAY_BASE_URL']) {
    return { source: { flags }, embedded: undefined };
  }
  const embedded = await startReference();
  const { environment } = embedded;
  return { source: { document: embedded.target, environment, flags }, embedded };
};
