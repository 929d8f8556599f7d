import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Judgement } from './finding.ts';

/** What was judged tells of another requirement instead, which alone is red; `on`: of another operation. */
export const judgeBlocked = (
  { from: _from, ...judged }: Judgement,
  blockedBy: RequirementId,
  on: OperationId = judged.operation,
): Judgement => ({
  ...judged,
  operation: on,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy,
});

/** The same of another operation, which could not be judged for the same reason. */
export const judgeLikewise = (
  { from: _from, ...judged }: Judgement,
  on: OperationId,
): Judgement => ({ ...judged, operation: on });

/** What was judged was not seen when it was tried again, so it settles nothing of this operation. */
export const judgeNotSeenAgain = (
  { from: _from, ...judged }: Judgement,
  on: OperationId,
): Judgement => ({ ...judged, operation: on, verdict: 'inconclusive', reason: 'intermittent' });
