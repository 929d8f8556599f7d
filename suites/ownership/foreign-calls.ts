import type { Call } from '../../client/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  type ForeignCall,
  isAcceptedTwin,
  isAnswered,
  isLetIn,
  judgeForeignCall,
} from '../../oracles/foreign-call.ts';
import { shownToOther } from '../../oracles/foreign-effect.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import { run } from '../run.ts';
import { unreached } from '../state/unreached.ts';
import { effectOf } from './foreign-effects.ts';
import { foreignRequirement } from './foreign-requirement.ts';
import { priceOwnedDraft } from './owned-draft.ts';

const asOther = (call: Call): Promise<Exchange> =>
  run.client.send({ ...call, identity: 'other', intent: 'faulty' });

const judged = (on: OperationId, call: ForeignCall): readonly Judgement[] => [
  ...judgeExchange(call.foreign, run.target),
  judgeForeignCall(foreignRequirement(on), on, call, run.target),
];

/** Why the owner's own call says nothing: it was refused as well. */
const refusedToo = (on: OperationId, owner: JourneyState): readonly Judgement[] => [
  unreached(foreignRequirement(on), on, owner, on, 'an accepted call'),
];

/** The owner reads first, so that there is something to read, and then the other identity does. */
const readAsBoth = async (
  on: OperationId,
  call: Call,
  owner: JourneyState,
): Promise<readonly Judgement[]> => {
  const own = await makeCall(call, owner);
  if (!isAcceptedTwin(own)) return refusedToo(on, owner);
  const foreign = await asOther(call);
  const effect = isLetIn(foreign) ? { effect: shownToOther(foreign, own) } : {};
  return judged(on, { foreign, own, ...effect });
};

/**
 * The other identity goes first, since a contract is made only once and an item deleted only once; then the owner makes the
 * same call, or looks at what came of the other's.
 */
const changeAsBoth = async (
  on: OperationId,
  call: Call,
  owner: JourneyState,
): Promise<readonly Judgement[]> => {
  const foreign = await asOther(call);
  if (isLetIn(foreign)) {
    const effect = await effectOf(call, owner);
    return judged(on, { foreign, ...(effect ? { effect } : {}) });
  }
  // K4: nobody knows whether there is a contract now.
  if (operation(on).step === 'contract-create' && !isAnswered(foreign))
    return judged(on, { foreign });
  const own = await makeCall(call, owner);
  return isAcceptedTwin(own) ? judged(on, { foreign, own }) : refusedToo(on, owner);
};

/** AUTH-05 (D10): another identity reads what the owner made; a draft when it is new and once it was priced. */
const judgeRead = async (on: OperationId, call: Call, owner: JourneyState) => {
  const first = await readAsBoth(on, call, owner);
  if (operation(on).step !== 'draft-get') return first;
  await priceOwnedDraft(owner);
  return [...first, ...(await readAsBoth(on, call, owner))];
};

/** AUTH-06 (D10): another identity changes what the owner made, or has something made of it. */
const judgeChange = (on: OperationId, call: Call, owner: JourneyState) => {
  // What differs from what is there shows whether it was written; the same call is then the owner's.
  const revised = legalCall({ step: operation(on).step, revised: true }, owner);
  return changeAsBoth(on, isObstacle(revised) ? call : revised, owner);
};

/** AUTH-05, AUTH-06 (D10): one operation on what the owner made, called by the owner and by another identity. */
export const judgeForeignCalls = async (
  on: OperationId,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(operation(on), test, seed);
  if (!call) return judgements;
  const judge = foreignRequirement(on) === 'AUTH-05' ? judgeRead : judgeChange;
  const found = await judge(on, call, state);
  return [...state.judgements, ...found];
};
