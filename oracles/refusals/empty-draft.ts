import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isAccepted, statusText } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';

/**
 * ERROR-01 (S9): an update of a draft that was created without fields, and the same update of one that was created with them. A
 * server error fails if the other update is accepted, and settles nothing otherwise; a refusal is no evidence, since the rest
 * of the draft may be required.
 */
export const judgeUpdateOfEmpty = (
  on: OperationId,
  update: Exchange,
  ofFull?: Exchange,
): readonly Judgement[] => {
  const status = update.response?.status;
  const base = {
    requirement: 'ERROR-01',
    operation: on,
    wanted: 'no server error for the update of a draft that was created from an empty object',
    got: statusText(update),
    exchanges: [update.n],
  } as const;
  if (isAccepted(update)) return [{ ...base, verdict: 'pass' }];
  if (status !== 500) return [];
  return isAccepted(ofFull)
    ? [{ ...base, verdict: 'fail', status, twin: ofFull.n }]
    : [{ ...base, verdict: 'inconclusive', reason: 'twin-refused', status }];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'update-of-empty': judgeUpdateOfEmpty,
};
