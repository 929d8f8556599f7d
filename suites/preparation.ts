import type { Step } from '../spec/operation.ts';
import type { Line } from '../spec/line.ts';
import type { KnownOperation } from '../spec/operations.ts';
import type { Call } from '../client/client.ts';
import { subSeed } from '../generators/sample.ts';
import type { Judgement } from '../oracles/finding.ts';
import { isRefusedLegally, OTHER_DATA } from './other-data.ts';
import { unreachedJudgements } from './journey/complete.ts';
import type { Visit } from './journey/route.ts';
import type { JourneyState, Obstacle } from './journey/state.ts';
import { isObstacle, legalCall, rowOf, visitOperation } from './journey/visit.ts';
import { initialState, isAllowed } from './journey/walk.ts';

const CREATED: readonly Visit[] = [{ step: 'draft-create' }];
/** The body of a motor gap creation is not shown, so only an update fills the draft. */
const FILLED: readonly Visit[] = [{ step: 'draft-create' }, { step: 'draft-update' }];
const PRICED: readonly Visit[] = [{ step: 'price-request' }, { step: 'token-terms' }];
const CONTRACTED: readonly Visit[] = [...PRICED, { step: 'contract-create' }];

/** What must have been called before a step can be, beside the draft itself. */
const AFTER_DRAFT: Readonly<Partial<Record<Step, readonly Visit[]>>> = {
  'car-put': [{ step: 'car-post' }],
  'car-delete': [{ step: 'car-post' }],
  'person-put': [{ step: 'person-post' }],
  'person-delete': [{ step: 'person-post' }],
  'metadata-put': [{ step: 'metadata-post' }],
  'metadata-delete': [{ step: 'metadata-post' }],
  'contract-create': PRICED,
  'payment-status': CONTRACTED,
  'contract-get': CONTRACTED,
  'contract-download': CONTRACTED,
};

/** The cheapest steps that make an operation callable. */
const stepsBefore = ({ line, step }: KnownOperation): readonly Visit[] => {
  if (step === 'draft-create') return [];
  return [...(line === 'gap' ? FILLED : CREATED), ...(AFTER_DRAFT[step] ?? [])];
};

/** An operation made callable on fresh data, or the reason why it is not. */
export interface Preparation {
  readonly state: JourneyState;
  readonly call: Call | undefined;
  /** What the preparing calls showed; with it, for an operation that is not callable, who is to blame. */
  readonly judgements: readonly Judgement[];
}

/** What an update that was refused leaves behind: a draft without content, which says nothing of what comes after it. */
const unfilled = ({ step }: KnownOperation, { exchanges }: JourneyState): Obstacle | undefined => {
  // The update itself can be called all the same.
  if (step === 'draft-update') return undefined;
  const update = exchanges.findLast(({ operation: on }) => on === 'gap.draft-update');
  const refused = update !== undefined && (update.response?.status ?? 599) >= 400;
  return refused ? { origin: 'gap.draft-update', missing: 'a draft with content' } : undefined;
};

/** Makes an operation callable with the data of this seed. */
const prepareWith = async (
  row: KnownOperation,
  test: string,
  seed: number,
): Promise<Preparation> => {
  const state = initialState(row.line, test, seed);
  for (const visit of stepsBefore(row)) {
    // The payment status can be asked without a contract, where the target allows none.
    if (isAllowed(rowOf(row.line, visit.step).id)) await visitOperation(visit, state);
  }
  const call: Call | Obstacle = unfilled(row, state) ?? legalCall({ step: row.step }, state);
  if (!isObstacle(call)) return { state, call, judgements: state.judgements };
  state.blocked.set(row.id, call);
  return {
    state,
    call: undefined,
    judgements: [...state.judgements, ...unreachedJudgements(state, [row.id], () => true)],
  };
};

/** Preparations in a row, by line, that no other data helped. */
const inVain = new Map<Line, number>();
/** After so many a service refuses whatever it is sent. */
const HOPELESS = 5;

/**
 * Makes an operation callable with fresh data of this seed. Where a legal call on the way is refused other data are tried,
 * and what was refused is said all the same.
 */
export const prepare = async (
  row: KnownOperation,
  test: string,
  seed: number,
): Promise<Preparation> => {
  let prepared = await prepareWith(row, test, seed);
  const isStuck = () => !prepared.call && isRefusedLegally(prepared.judgements);
  if (!isStuck() || (inVain.get(row.line) ?? 0) >= HOPELESS) return prepared;
  for (let other = 1; other <= OTHER_DATA && isStuck(); other += 1) {
    const next = await prepareWith(row, test, subSeed(seed, 'other data', other));
    if (next.call) next.state.judgements.unshift(...prepared.state.judgements);
    prepared = next.call ? next : prepared;
  }
  inVain.set(row.line, prepared.call ? 0 : (inVain.get(row.line) ?? 0) + 1);
  return prepared;
};
