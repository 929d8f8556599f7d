import { subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { rowOf, visitOperation } from '../journey/visit.ts';
import { initialState, isAllowed } from '../journey/walk.ts';
import type { Try } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';

/** What makes a draft that has something to hide, line by line. */
const FILLED: Readonly<Record<Line, readonly Visit[]>> = {
  jobloss: [{ step: 'draft-create' }],
  travel: [
    { step: 'draft-create' },
    { step: 'car-post' },
    { step: 'person-post' },
    { step: 'metadata-post' },
  ],
  landlord: [{ step: 'draft-create' }],
  // The body of its creation is not shown.
  gap: [{ step: 'draft-create' }, { step: 'draft-update' }],
};
/** What lets every operation on the draft be called. */
const PRICED: readonly Visit[] = [{ step: 'price-request' }, { step: 'token-terms' }];

/** Makes the visits one after the other, without those that the target forbids. */
const visitAll = async (run: Run, visits: readonly Visit[], state: JourneyState): Promise<void> => {
  for (const visit of visits) {
    if (isAllowed(run, rowOf(state.line, visit.step).id)) await visitOperation(run, visit, state);
  }
};

/** Writes a draft with everything that belongs to it, as its owner. */
export const writeOwnedDraft = async (
  run: Run,
  line: Line,
  { test, seed }: Try,
): Promise<JourneyState> => {
  const state = initialState({ run, test, seed }, line);
  await visitAll(run, FILLED[line], state);
  return state;
};

/** Prices the draft and asks for its terms, as its owner. */
export const priceOwnedDraft = (run: Run, state: JourneyState): Promise<void> =>
  visitAll(run, PRICED, state);

/** The owner's draft as a stranger would call it: its ids, price and token, and bodies with data of the stranger's own. */
export const asStranger = (run: Run, owner: JourneyState, { seed }: Try): JourneyState => {
  const stranger = initialState({ ...owner, seed: subSeed(seed, 'stranger') }, owner.line);
  return { ...stranger, parameters: owner.parameters, known: owner.known };
};

/** The requirement that another identity is kept from an operation on what the owner made (D10). */
export const foreignRequirement = (on: OperationId): 'AUTH-05' | 'AUTH-06' =>
  requirementOf('AUTH-05').operations.includes(on) ? 'AUTH-05' : 'AUTH-06';
