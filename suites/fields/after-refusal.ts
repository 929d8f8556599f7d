import type { Call } from '../../client/http/client.ts';
import { leaves } from '../../generators/pointer.ts';
import { subSeed } from '../../generators/sample.ts';
import {
  isAccepted,
  isRefused,
  isReportedMissing,
  isServed,
} from '../../oracles/answers/answer-form.ts';
import { judgeCallOnUsed } from '../../oracles/answers/legal-call.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Leg } from '../../oracles/refusals/draft-fault.ts';
import type { RefusedCall } from '../../oracles/state/refused-call.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import { ENDING } from '../journey/blame.ts';
import { absenceIn } from '../journey/every-answer.ts';
import { isAllowed, makeVisit, possibleCall, rowOf } from '../journey/make-call.ts';
import { CONTRACT, type JourneyState } from '../journey/state.ts';
import { judgeAfterRefusals } from '../state/refused-update.ts';
import { isBusinessRule } from './tried-fault.ts';

/** One draft in so many is read after it refused a call. */
const READ_ONE_IN = 4;

const isRead = ({ seed }: JourneyState): boolean =>
  subSeed(seed, 'read after a refusal') % READ_ONE_IN === 0;

/** DRAFT-01 of a draft whose contract was refused because of its fault: it is still there (D13). */
export const readAfterRefusedContract = async (
  state: JourneyState,
  refusal: Exchange,
): Promise<void> => {
  if (!isRead(state) || !isRefused(refusal)) return;
  const read = await makeVisit({ step: 'draft-get' }, state, { intent: 'faulty' });
  if (read) state.judgements.push(...absenceIn(state.run, read));
};

/**
 * Reads a draft after these refused updates (D13). A landlord draft that was read `before` shows if they had an effect (DRAFT-05,
 * D2); a draft of another line is still there.
 */
export const readAfterUpdates = async (
  state: JourneyState,
  before: Exchange | undefined,
  refused: readonly RefusedCall[],
): Promise<readonly Judgement[]> => {
  if (state.line !== 'landlord') {
    if (isRead(state)) await makeVisit({ step: 'draft-get' }, state);
    return state.judgements;
  }
  if (!isServed(before)) return [];
  const judged = await judgeAfterRefusals(state, before, refused);
  return [...(judged ? [judged] : []), ...state.judgements];
};

/** DRAFT-01 (D3): the draft of a call that was answered 404 is gone, so that its content is not to blame; empty if it is served. */
export const lostBefore = async (
  refused: Exchange,
  state: JourneyState,
): Promise<readonly Judgement[]> => {
  const { exchanges, run } = state;
  const mayBeEnded = exchanges.some(
    (each) => isAccepted(each) && each.operation && ENDING.includes(operation(each.operation).step),
  );
  if (mayBeEnded || !isReportedMissing(refused)) return [];
  const read = await makeVisit({ step: 'draft-get' }, state, { intent: 'open' });
  if (!read || isServed(read)) return [];
  return run
    .judge(judgeCallOnUsed, read, false, run.target)
    .filter(({ verdict }) => verdict === 'fail');
};

/**
 * The accepted contract of a draft whose business rule a price request enforced (E4): a service may still have the price from
 * before the update. Undefined if it is refused as well, if the draft was not priced before, or if the contract names that price.
 */
export const contractAfterRefusal = async (
  { intent, breaks }: Pick<Call, 'intent'> & { readonly breaks?: RequirementId | undefined },
  state: JourneyState,
): Promise<(Leg & { readonly exchange: Exchange }) | undefined> => {
  const { run, line, context, known } = state;
  const row = rowOf(line, 'contract-create');
  const isTried = breaks !== undefined && isBusinessRule(breaks) && isAllowed(run, row.id);
  if (intent !== 'faulty' || !isTried || context.priceRequests === 0) return undefined;
  let exchange: Exchange | undefined;
  for (const visit of CONTRACT) {
    const call = possibleCall(visit, state);
    // A contract of the price that was accepted may be one of the content that was priced.
    const { id } = known.price;
    if (id !== undefined && leaves(call?.body).some(([, value]) => value === id)) return undefined;
    exchange = await makeVisit(visit, state, { intent, breaks });
    if (!isAccepted(exchange)) return undefined;
  }
  return (
    exchange && { stage: 'contract', operation: row, status: exchange.response?.status, exchange }
  );
};
