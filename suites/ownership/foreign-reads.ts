import type { Judgement } from '../../oracles/finding.ts';
import { isSuccess } from '../../oracles/answer-form.ts';
import { judgeForeignRead } from '../../oracles/foreign-read.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import { unreachedJudgements } from '../journey/complete.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { run } from '../run.ts';
import { priceOwnedDraft, writeOwnedDraft } from './owned-draft.ts';

/** The owner reads the draft, so that it is there for certain, and then another identity does. */
const readAsBoth = async (on: OperationId, owner: JourneyState): Promise<readonly Judgement[]> => {
  const isMine = (id: string) => id === 'AUTH-05';
  const call = legalCall({ step: 'draft-get' }, owner);
  if (isObstacle(call)) {
    owner.blocked.set(on, call);
    return unreachedJudgements(owner, [on], isMine);
  }
  const own = await makeCall(call, owner);
  if (!isSuccess(own.response?.status ?? 0)) return unreachedJudgements(owner, [on], isMine);
  const foreign = await run.client.send({ ...call, identity: 'other', intent: 'faulty' });
  return [...judgeExchange(foreign, run.target), judgeForeignRead(foreign, on, own)];
};

/** AUTH-05 (D10): another identity reads a draft of the owner's, when it is new and once it was priced. */
export const judgeForeignReads = async (
  on: OperationId,
  one: Try,
): Promise<readonly Judgement[]> => {
  const owner = await writeOwnedDraft(operation(on).line, one);
  const whenNew = await readAsBoth(on, owner);
  await priceOwnedDraft(owner);
  const oncePriced = await readAsBoth(on, owner);
  return [...owner.judgements, ...whenNew, ...oncePriced];
};
