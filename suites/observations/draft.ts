import type { Call } from '../../client/http/client.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { createEmpty } from '../fields/empty-draft.ts';
import type { Visit } from '../journey/route.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../run.ts';

/** A draft that was written, or whose write was refused. */
export interface WrittenDraft {
  readonly state: JourneyState;
  readonly exchange: Exchange;
}

/** Makes a visit with whatever change, without any expectation; undefined where something that it needs is missing. */
export const visit = async (
  run: Run,
  state: JourneyState,
  at: Visit,
  change: (call: Call) => Call = (call) => call,
): Promise<Exchange | undefined> => {
  const call = legalCall(run, at, state);
  if (isObstacle(call)) return undefined;
  const exchange = await makeCall(run, { ...change(call), intent: 'open' }, state);
  // A read would wait for it to be served word for word.
  delete state.written;
  return exchange;
};

/**
 * Writes a draft of this body by its creation or by an update of an empty one, as `text` where it is given. Undefined where
 * the empty one was refused.
 */
export const writeDraft = async (
  run: Run,
  on: OperationId,
  body: unknown,
  text: string | undefined,
  test: string,
  seed: number,
): Promise<WrittenDraft | undefined> => {
  const { line, step } = operation(on);
  const state = initialState(run, line, test, seed, { draft: body, revised: body });
  if (step === 'draft-update' && !(await createEmpty(run, state))) return undefined;
  const exchange = await visit(run, state, { step }, (call) =>
    text === undefined ? call : { ...call, rawBody: text },
  );
  return exchange && { state, exchange };
};
