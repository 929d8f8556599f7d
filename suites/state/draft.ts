import { revisedDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Visit, JourneyData, JourneyState, Start } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../engine/run.ts';

/** Makes the legal call of a visit; undefined where the state lacks what it needs. */
export const call = async (
  run: Run,
  visit: Visit,
  state: JourneyState,
  intent: 'legal' | 'open' = 'legal',
): Promise<Exchange | undefined> => {
  const legal = legalCall(run, visit, state);
  return isObstacle(legal) ? undefined : makeCall(run, { ...legal, intent }, state);
};

/** Whether a call was answered with a success. */
export const isServed = (exchange: Exchange | undefined): exchange is Exchange =>
  isSuccess(exchange?.response?.status ?? 0);

/**
 * Data for one more draft of the same customer, in other words. What it is updated to has the same fields, so that it is
 * legal whether an update replaces or merges (D1).
 */
export const inOtherWords = (
  run: Run,
  line: Line,
  { data }: JourneyState,
  seed: number,
): Pick<JourneyData, 'draft' | 'revised'> => {
  const draft = data.revised as object;
  return {
    draft,
    revised: sample(revisedDraft(line, draft, run.generators), subSeed(seed, 'revised')),
  };
};

/** Creates a draft with data of this seed; the state lacks its `draftId` where the service refused or the id was not found. */
export const createDraft = async (
  start: Start,
  line: Line,
  given: Partial<JourneyData> = {},
): Promise<{ readonly state: JourneyState; readonly created: Exchange | undefined }> => {
  const state = initialState(start, line, given);
  const created = await call(start.run, { step: 'draft-create' }, state);
  return { state, created };
};

/** Reads a draft, again while it is not there and the read-back delay lasts (D3). */
export const readDraft = (run: Run, state: JourneyState): Promise<Exchange | undefined> =>
  call(run, { step: 'draft-get' }, state);

/** Writes a draft anew with its revised data. */
export const updateDraft = (run: Run, state: JourneyState): Promise<Exchange | undefined> =>
  call(run, { step: 'draft-update', revised: true }, state);
