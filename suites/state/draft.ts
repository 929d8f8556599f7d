import { revisedDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { useDraft } from '../contexts/use-draft.ts';
import type { JourneyData, JourneyState, Start } from '../journey/state.ts';
import { makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';

/**
 * Data for another draft of the same customer, with other texts. Its update has the same fields, so that it is legal for
 * replacing and for merging updates (D1).
 */
export const sameCustomerData = (
  { run, line, data }: JourneyState,
  seed: number,
): Pick<JourneyData, 'draft' | 'revised'> => {
  const draft = data.revised as object;
  return {
    draft,
    revised: sample(revisedDraft(line, draft, run.generators), subSeed(seed, 'revised')),
  };
};

/**
 * Creates a draft with data of this seed, and brings it into its context; the state lacks its `draftId` if the service refused
 * or the id was not found.
 */
export const createDraft = async (
  start: Start,
  line: Line,
  given?: Partial<JourneyData>,
): Promise<{ readonly state: JourneyState; readonly created: Exchange | undefined }> => {
  const state = initialState(start, line, given);
  const created = await makeVisit({ step: 'draft-create' }, state);
  // The body of a motor gap creation is not shown: only an update gives it content that can be priced.
  if (line !== 'gap') await useDraft(state);
  return { state, created };
};

/** Reads a draft, with retries while it is missing within the read-back delay (D3). */
export const readDraft = (state: JourneyState): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-get' }, state);
