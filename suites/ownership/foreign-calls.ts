import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  type ForeignCall,
  isAcceptedTwin,
  isAnswered,
  isLetIn,
  judgeForeignCall,
  shownToOther,
  deletedByOther,
  type ForeignEffect,
  writtenByOther,
} from '../../oracles/ownership/foreign-call.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { unreached } from '../journey/unreached.ts';
import { foreignRequirement, priceOwnedDraft } from './owned-draft.ts';
import { sendNoted } from '../engine/sightings.ts';
import { untilThere } from '../journey/until-there.ts';

/** The owner reads the draft until it shows what the other wrote, or the read-back delay is over. */
const readWritten = async (
  run: Run,
  { body }: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  const call = legalCall(run, { step: 'draft-get' }, owner);
  if (isObstacle(call)) return undefined;
  const shownBy = (read: Exchange) => writtenByOther(owner.written?.body, body, read);
  const read = await untilThere(
    run,
    () => sendNoted(run, { ...call, intent: 'open' }),
    (answer: Exchange) => shownBy(answer)?.isThere === false,
  );
  return shownBy(read);
};

const deleteTwice = async (run: Run, call: Call): Promise<ForeignEffect | undefined> => {
  const first = await sendNoted(run, { ...call, intent: 'open' });
  return deletedByOther(first, await sendNoted(run, { ...call, intent: 'open' }));
};

/**
 * The effect of another identity's accepted call, as the owner sees it: of an update of a landlord draft, the only readable
 * resource, and of a deletion. These reads expect nothing, since the draft is no longer what its owner wrote.
 */
const effectOf = async (
  run: Run,
  call: Call,
  owner: JourneyState,
): Promise<ForeignEffect | undefined> => {
  if (call.operation === 'landlord.draft-update') return readWritten(run, call, owner);
  return operation(call.operation).method === 'DELETE' ? deleteTwice(run, call) : undefined;
};

const asOther = (run: Run, call: Call): Promise<Exchange> =>
  run.client.send({
    ...call,
    identity: 'other',
    intent: 'faulty',
    breaks: foreignRequirement(call.operation),
  });

const judged = (run: Run, on: OperationId, call: ForeignCall): readonly Judgement[] => [
  ...run.judge(judgeExchange, call.foreign, run.target),
  run.judge(judgeForeignCall, foreignRequirement(on), on, call, run.target),
];

/** Why the owner's own call says nothing: it was refused as well. */
const refusedToo = (run: Run, on: OperationId, owner: JourneyState): readonly Judgement[] => [
  unreached(run, foreignRequirement(on), on, owner, on, 'an accepted call'),
];

/** The owner reads first, so that there is something to read, and then the other identity does. */
const readAsBoth = async (
  run: Run,
  on: OperationId,
  call: Call,
  owner: JourneyState,
): Promise<readonly Judgement[]> => {
  const own = await makeCall(run, call, owner);
  if (!isAcceptedTwin(own)) return refusedToo(run, on, owner);
  const foreign = await asOther(run, call);
  const effect = isLetIn(foreign) ? { effect: shownToOther(foreign, own) } : {};
  return judged(run, on, { foreign, own, ...effect });
};

/**
 * The other identity goes first, since a contract is made only once and an item deleted only once; then the owner makes the
 * same call, or looks at what came of the other's.
 */
const changeAsBoth = async (
  run: Run,
  on: OperationId,
  call: Call,
  owner: JourneyState,
): Promise<readonly Judgement[]> => {
  const foreign = await asOther(run, call);
  if (isLetIn(foreign)) {
    const effect = await effectOf(run, call, owner);
    return judged(run, on, { foreign, ...(effect ? { effect } : {}) });
  }
  // K4: nobody knows whether there is a contract now.
  if (operation(on).step === 'contract-create' && !isAnswered(foreign))
    return judged(run, on, { foreign });
  const own = await makeCall(run, call, owner);
  return isAcceptedTwin(own) ? judged(run, on, { foreign, own }) : refusedToo(run, on, owner);
};

/** AUTH-05 (D10): another identity reads what the owner made; a draft when it is new and once it was priced. */
const collectRead = async (run: Run, on: OperationId, call: Call, owner: JourneyState) => {
  const first = await readAsBoth(run, on, call, owner);
  if (operation(on).step !== 'draft-get') return first;
  await priceOwnedDraft(run, owner);
  return [...first, ...(await readAsBoth(run, on, call, owner))];
};

/** AUTH-06 (D10): another identity changes what the owner made, or has something made of it. */
const collectChange = (run: Run, on: OperationId, call: Call, owner: JourneyState) => {
  // What differs from what is there shows whether it was written; the same call is then the owner's.
  const revised = legalCall(run, { step: operation(on).step, revised: true }, owner);
  return changeAsBoth(run, on, isObstacle(revised) ? call : revised, owner);
};

/** AUTH-05, AUTH-06 (D10): one operation on what the owner made, called by the owner and by another identity. */
export const collectForeignCalls = async (
  run: Run,
  on: OperationId,
  { test, seed }: Try,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(on, { run, test, seed });
  if (!call) return judgements;
  const collect = foreignRequirement(on) === 'AUTH-05' ? collectRead : collectChange;
  const found = await collect(run, on, call, state);
  return [...state.judgements, ...found];
};
