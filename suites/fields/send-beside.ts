import type { Call } from '../../client/http/client.ts';
import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isConflict } from '../contexts/beside.ts';
import { breakdownsIn, judgeAnswer } from '../journey/every-answer.ts';
import { isObstacle, legalCall, makeCall } from '../journey/make-call.ts';
import { shownTooEarly } from '../journey/read-back.ts';
import type { JourneyState } from '../journey/state.ts';

/**
 * Sends a faulty update twice at the same time, and once more alone if both lose the race for the draft (S18). Returns the answer
 * that shows more.
 */
const sendBesideItself = async (call: Call, state: JourneyState): Promise<Exchange> => {
  const both = await Promise.all([makeCall(call, state), makeCall(call, state)]);
  const judged = both.filter((each) => !isConflict(each, state.context));
  return (
    judged.find(isAccepted) ??
    judged.find((each) => !isRefused(each)) ??
    judged.find(({ response }) => response?.status !== 400) ??
    judged[0] ??
    makeCall(call, state)
  );
};

/** Sends a call while its draft is read, and judges that answer, too; once more alone if it loses the race for the draft (S18). */
const sendBesideRead = async (call: Call, state: JourneyState): Promise<Exchange> => {
  const read = legalCall({ step: 'draft-get' }, state);
  if (isObstacle(read)) return makeCall(call, state);
  const { run, judgements } = state;
  const [answer, made] = await Promise.all([
    run.client.send({ ...read, intent: 'open' }),
    makeCall(call, state),
  ]);
  judgements.push(...judgeAnswer(run, answer), ...breakdownsIn(run, answer));
  // The read may come before the update.
  judgements.push(...shownTooEarly(state, answer));
  return isConflict(made, state.context) ? makeCall(call, state) : made;
};

/** A draft to follow: the operation that writes it, and the draft to update, if it is not a new one. */
interface SentDraft extends Pick<Call, 'intent'> {
  readonly on: OperationId;
  readonly onto?: object | undefined;
}

/** The way to send the calls of a draft that is followed: alone, or beside another call on it. */
export const senderOf = (
  { intent, onto, on }: SentDraft,
  { context }: JourneyState,
): ((call: Call, state: JourneyState) => Promise<Exchange>) => {
  if (operation(on).step === 'draft-create' || context.beside !== 'call') return makeCall;
  if (intent === 'open') return sendBesideRead;
  // Updates of a draft that others update as well are in flight with those. Later calls would be made twice.
  if (intent !== 'faulty' || onto) return makeCall;
  return (call, state) =>
    call.operation === on ? sendBesideItself(call, state) : makeCall(call, state);
};
