import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import { isSuccess } from './answer-form.ts';
import type { Judgement, ReasonCode } from './finding.ts';
import { isTransportStatus } from '../spec/transport-statuses.ts';

const verdictOf = (
  status: number | undefined,
): { readonly verdict: 'pass' | 'fail' | 'inconclusive'; readonly reason?: ReasonCode } => {
  if (status === undefined) return { verdict: 'inconclusive', reason: 'disturbance' };
  if (isSuccess(status)) return { verdict: 'fail' };
  // S10: the second identity's own credential may be stale.
  if (status === 401 || status < 400) return { verdict: 'inconclusive', reason: 'other-code' };
  if (isTransportStatus(status)) return { verdict: 'inconclusive', reason: 'disturbance' };
  return status < 500 ? { verdict: 'pass' } : { verdict: 'inconclusive', reason: 'other-code' };
};

/**
 * AUTH-05 (D10, S10): what another identity was answered when it read a draft that it has no right to. `owner` is the
 * exchange in which the draft's creator read it.
 */
export const judgeForeignRead = (
  exchange: Exchange,
  on: OperationId,
  owner: Exchange,
): Judgement => {
  const status = exchange.response?.status;
  return {
    requirement: 'AUTH-05',
    operation: on,
    ...verdictOf(status),
    wanted: 'status 403, or 404 to conceal, for another identity',
    got: `status ${status ?? exchange.error?.code ?? 'unknown'}`,
    exchanges: [owner.n, exchange.n],
    twin: owner.n,
  };
};
