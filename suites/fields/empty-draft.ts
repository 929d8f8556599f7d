import type { Exchange } from '../../spec/exchange.ts';
import { bareDraft } from '../bare-drafts.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import type { Run } from '../run.ts';

/** A draft that is still empty, as far as its service said: what an update of it needs to know. */
export type EmptyDraft = Pick<JourneyState, 'parameters' | 'known'>;

const isRefused = ({ response }: Exchange): boolean => (response?.status ?? 599) >= 400;

/** Creates a draft without any field that matters, on which an update is tried: replacing and merging come to the same there (D1). */
export const createEmpty = async (run: Run, state: JourneyState): Promise<boolean> => {
  const call = legalCall(run, { step: 'draft-create' }, state);
  if (isObstacle(call)) return false;
  const body = state.line === 'gap' ? call.body : bareDraft(run, state.line);
  return !isRefused(await makeCall(run, { ...call, body, intent: 'open' }, state));
};

/** What the refusal of a first update left empty; after a breakdown or no answer nobody knows. */
export const leftEmptyBy = (
  { response }: Exchange,
  { parameters, known }: JourneyState,
): EmptyDraft | undefined => ((response?.status ?? 599) < 500 ? { parameters, known } : undefined);

/** Takes an empty draft for an update: the one at hand, or a new one. False where none could be had. */
export const takeEmpty = async (
  run: Run,
  state: JourneyState,
  onto?: EmptyDraft,
): Promise<boolean> => {
  if (!onto) return createEmpty(run, state);
  Object.assign(state, onto);
  return true;
};
