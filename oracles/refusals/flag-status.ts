import type { KnownOperation } from '../../spec/operations.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import type { Refusal } from './refusal.ts';

/**
 * JOBLOSS-FLAG-06 (E1): Errors, rule 1 names the status of a refused flag, 400. Undefined where nothing was refused, and
 * where another requirement says it: an unlisted status where there is a list (STATUS-02, S3).
 */
export const judgeFlagStatus = (
  { failures }: KnownOperation,
  status: number | undefined,
): Refusal | undefined => {
  if (status === undefined || status < 400 || status > 499) return undefined;
  const wanted = 'status 400';
  if (status === 400) return { verdict: 'pass', wanted };
  // S8, and 401, which is about the caller.
  if (isTransportStatus(status) || status === 401)
    return { verdict: 'inconclusive', reason: 'unlisted-sane-code', wanted };
  return failures === null || failures.includes(status) ? { verdict: 'fail', wanted } : undefined;
};
