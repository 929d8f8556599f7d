import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';

/** What was said of a thing that is now to be seen otherwise: no longer with a proof of its own. */
const restated = ({
  from: _from,
  reached: _reached,
  ownEvidence: _ownEvidence,
  twin: _twin,
  ...judged
}: Judgement): Judgement => judged;

/** What was judged tells of another requirement instead, which alone is red, unless it passed; `on`: of another operation. */
export const judgeBlocked = (
  judged: Judgement,
  blockedBy: RequirementId,
  on: OperationId = judged.operation,
): Judgement =>
  judged.verdict === 'pass'
    ? { ...restated(judged), operation: on }
    : {
        ...restated(judged),
        operation: on,
        verdict: 'inconclusive',
        reason: 'blocked-by',
        blockedBy,
      };

/** The same of another operation, which could not be judged for the same reason. */
export const judgeLikewise = (
  { from: _from, ...judged }: Judgement,
  on: OperationId,
): Judgement => ({ ...judged, operation: on });

/** A repetition did not show the finding again, so it settles nothing on this operation. */
export const judgeNotSeenAgain = (judged: Judgement, on: OperationId): Judgement => ({
  ...restated(judged),
  operation: on,
  verdict: 'inconclusive',
  reason: 'intermittent',
});
