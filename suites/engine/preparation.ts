import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { Step } from '../../spec/operation.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import type { Call } from '../../client/http/client.ts';
import type { Judgement, ReasonCode } from '../../oracles/finding.ts';
import { overConnection } from '../contexts/connection.ts';
import { withNewObject, withPlain } from '../contexts/context.ts';
import { isReadBy, useDraft } from '../contexts/use-draft.ts';
import { unreachedJudgements } from '../journey/unreached.ts';
import {
  type Visit,
  type JourneyState,
  type Obstacle,
  type Start,
  withOwnData,
  CONTRACTED,
  PRICED,
  writesOf,
} from '../journey/state.ts';
import { isObstacle, legalCall, makeVisits } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';

/** Calls that must precede a step, beside the draft itself. */
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

/**
 * The calls that must precede an operation: before a lead a price, if its line refused one without (L2); before the read of a
 * contract that its owner has read, that read (D10).
 */
const visitsBefore = (
  { line, step }: KnownOperation,
  { run, context }: JourneyState,
): readonly Visit[] => {
  if (step === 'lead-create' && run.memory.leads.needPrice(line))
    return [{ step: 'price-request' }];
  const before = AFTER_DRAFT[step] ?? [];
  return before === CONTRACTED && isReadBy('owner', context) ? [...before, { step }] : before;
};

/** Makes an operation callable by the cheapest steps, on a draft in its context. */
const takeStepsBefore = async (row: KnownOperation, state: JourneyState) => {
  const { line, step } = row;
  if (step === 'draft-create') return;
  const { connection } = state.context;
  // A connection of its own for each of these calls would only take time.
  state.context = withPlain(state.context, 'connection');
  await makeVisits(writesOf(line), state);
  await useDraft(state);
  await makeVisits(visitsBefore(row, state), state);
  state.context = { ...state.context, connection };
};

/** An operation made callable on fresh data, or the reason why it is not. */
export interface Preparation {
  readonly state: JourneyState;
  readonly call: Call | undefined;
  /** Judgements of the preparatory calls; they include the blame if an operation is not callable. */
  readonly judgements: readonly Judgement[];
}

/** The obstacle left by a refused update: a draft without content, which proves nothing about later steps. */
const unfilled = ({ step }: KnownOperation, { exchanges }: JourneyState): Obstacle | undefined => {
  // The update itself remains callable.
  if (step === 'draft-update') return undefined;
  const update = exchanges.findLast(({ operation: on }) => on === 'gap.draft-update');
  const refused = update !== undefined && (update.response?.status ?? 599) >= 400;
  return refused ? { origin: 'gap.draft-update', missing: 'a draft with content' } : undefined;
};

/** Makes an operation callable with the data of this seed only, for control requests. */
export const prepareWith = async (on: OperationId, start: Start): Promise<Preparation> => {
  const row = operation(on);
  const state = initialState(start, row.line);
  // The payment status is requested without a contract if the target allows none.
  await takeStepsBefore(row, state);
  const call: Call | Obstacle = unfilled(row, state) ?? legalCall({ step: row.step }, state);
  if (!isObstacle(call))
    return { state, call: overConnection(call, state.context), judgements: state.judgements };
  if (state.isUsed) {
    // A used draft may refuse the calls that lead to this one (R5); a new one must accept them.
    const fresh = await prepareWith(on, { ...start, context: withNewObject(state.context) });
    fresh.state.judgements.unshift(...state.judgements);
    return fresh;
  }
  state.blocked.set(on, call);
  const unreached = unreachedJudgements(state, [on], () => true);
  return { state, call: undefined, judgements: [...state.judgements, ...unreached] };
};

/**
 * Makes an operation callable with fresh data of this seed. If data are refused, tries other data; the refusals are still
 * reported.
 */
export const prepare = async (on: OperationId, start: Start): Promise<Preparation> => {
  const first = await prepareWith(on, start);
  const met = [...first.state.judgements];
  for (let other = 1, last = first; other <= MAX_OTHER_DATA; other += 1) {
    if (last.call || !areDataRefused(last.judgements)) break;
    last = await prepareWith(on, withOwnData(start, 'other data', other));
    if (last.call) {
      // Judgements of the preparatory calls come first; callers keep a reference to the state's own list.
      last.state.judgements.unshift(...met);
      return last;
    }
    met.push(...last.state.judgements);
  }
  // All data were refused: the first refusal is to blame.
  return {
    ...first,
    judgements: [...met, ...first.judgements.slice(first.state.judgements.length)],
  };
};

/**
 * Number of further data sets to try if a legal call is refused: one value that a service refuses must not leave all dependent
 * cells not judged.
 */
export const MAX_OTHER_DATA = 3;

/** Steps that validate generated data; their refusals block all later steps. */
const DATA_STEPS: ReadonlySet<string> = new Set(['draft-create', 'draft-update', 'price-request']);

/** Reasons for which a refused legal call is inconclusive and may be due to its data (V17, S6). */
const DATA_REFUSAL_REASONS: readonly (ReasonCode | undefined)[] = [
  'unstated-rule',
  'unlisted-sane-code',
];

/** True if the data were refused or caused a server error: other data may succeed. */
export const areDataRefused = (
  judgements: readonly Pick<Judgement, 'requirement' | 'operation' | 'verdict' | 'reason'>[],
): boolean =>
  judgements.some(
    ({ requirement, operation: on, verdict, reason }) =>
      (requirement === LEGAL_CALL.accepted || requirement === LEGAL_CALL.sound) &&
      DATA_STEPS.has(operation(on).step) &&
      (verdict === 'fail' || (verdict === 'inconclusive' && DATA_REFUSAL_REASONS.includes(reason))),
  );

/** Runs a task with its own data, and with other data while those are refused; `data` is the suffix of request names. */
export const withOtherData = async <T>(
  work: (data: string) => Promise<T>,
  isRefused: (done: T) => boolean | undefined,
): Promise<T> => {
  let done = await work('');
  for (let other = 1; other <= MAX_OTHER_DATA && isRefused(done); other += 1)
    done = await work(`.other-data-${other}`);
  return done;
};
