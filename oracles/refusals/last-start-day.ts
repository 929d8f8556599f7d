import { withAddition } from '../judgement-texts.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { START_DATE_DEFERRAL_DAYS } from '../../spec/limits.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isAccepted } from '../answers/answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { withAcceptedControl, judgeAcceptance, withoutAcceptedControl } from './acceptance.ts';
import type { Followed } from './draft-fault.ts';

/**
 * E6, W3: a draft that starts on a legal day, by default the last one, 30 days after today, followed to its contract, and, if it
 * was refused, the same draft that starts earlier. A refusal by the write or the contract fails if the same operation accepts the
 * other draft, unless a policy is purchased at its payment (P6); a price may follow an unstated rule (V17). Anything else settles
 * nothing, so that an unjudgeable border leaves no cell inconclusive (W3), except a server error, which no border explains
 * (S9).
 */
export const judgeLastStartDay = (
  requirement: RequirementId,
  on: OperationId,
  late: Followed,
  earlier: Followed | undefined,
  { decisions }: Pick<Facts, 'decisions'>,
  days: number = START_DATE_DEFERRAL_DAYS,
): readonly Judgement[] => {
  const leg = late.legs.at(-1);
  if (!leg) return [];
  const { exchange, operation: asked } = leg;
  const judged = judgeAcceptance(
    exchange,
    asked,
    requirement,
    `a start ${days} days after the purchase to be accepted`,
  );
  if (judged.verdict === 'pass') return [{ ...judged, operation: on }];
  const control = earlier?.legs.find((each) => each.operation.id === asked.id)?.exchange;
  if (judged.verdict !== 'fail') return [];
  const status = exchange.response?.status;
  if (status === 500)
    return isAccepted(control)
      ? withAcceptedControl(judged, status, control.n).slice(0, 1)
      : withoutAcceptedControl({ ...judged, requirement: 'ERROR-01' });
  if (!isAccepted(control)) return [];
  const where = asked.id === on ? '' : ` at ${operation(asked.id).name}`;
  const refused = { ...withAddition(judged, where), operation: on, twin: control.n };
  const isFree = leg.stage === 'price' || decisions.purchaseMoment === 'payment';
  return isFree ? [{ ...refused, verdict: 'observed', reason: 'specification-silent' }] : [refused];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'last-start-day': judgeLastStartDay,
};
