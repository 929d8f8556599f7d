import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';

/** A re-attributed judgement, without its own proof. */
const restated = ({
  from: _from,
  reached: _reached,
  ownEvidence: _ownEvidence,
  twin: _control,
  ...judged
}: Judgement): Judgement => judged;

/**
 * Re-attributes a judgement to the requirement to blame, which alone fails, unless it passed; `on`: its operation, if another.
 */
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

/** The same judgement on another operation, which could not be judged for the same reason. */
export const judgeOnOtherOperation = (
  { from: _from, ...judged }: Judgement,
  on: OperationId,
): Judgement => ({ ...judged, operation: on });

/** A repeat did not show the finding again, so it settles nothing on this operation. */
export const judgeNotSeenAgain = (judged: Judgement, on: OperationId): Judgement => ({
  ...restated(judged),
  operation: on,
  verdict: 'inconclusive',
  reason: 'intermittent',
});

/** A judgement that the date border leaves open is only observed (W3): other probes decide its requirement. */
export const judgeAtBorder = (judged: Judgement): Judgement => ({
  ...restated(judged),
  verdict: 'observed',
  reason: 'specification-silent',
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  blocked: judgeBlocked,
  likewise: judgeOnOtherOperation,
  'not-seen-again': judgeNotSeenAgain,
  'at-border': judgeAtBorder,
};
