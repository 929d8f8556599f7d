import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isTaken } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { besideTwin, judgeAcceptance } from './acceptance.ts';
import type { Followed } from './draft-fault.ts';

const WANTED = 'a start 30 days after the purchase is accepted';

/**
 * E6: a draft that starts on the last legal day, 30 days after today, as far as its contract, and the same draft that starts a
 * day earlier if it was refused somewhere. A refusal fails if the other one is accepted by the same operation; all else says
 * nothing, so that a border that cannot be judged leaves no hole (W3).
 */
export const judgeLastStartDay = (
  requirement: RequirementId,
  on: OperationId,
  last: Followed,
  dayBefore?: Followed,
): readonly Judgement[] => {
  const leg = last.legs.at(-1);
  if (!leg) return [];
  const { exchange, operation: asked } = leg;
  const judged = judgeAcceptance(exchange, asked, requirement, WANTED);
  if (judged.verdict === 'pass') return [{ ...judged, operation: on }];
  const twin = dayBefore?.legs.find((each) => each.operation.id === asked.id)?.exchange;
  if (judged.verdict !== 'fail' || !isTaken(twin)) return [];
  const status = exchange.response?.status;
  const [worst] = besideTwin(judged, status, twin.n);
  if (!worst) return [];
  if (status === 500) return [worst];
  const where = asked.id === on ? '' : ` at ${operation(asked.id).name}`;
  return [{ ...worst, operation: on, got: `${worst.got}${where}` }];
};
