import { type Followed, type Leg, type Stage, STAGES } from '../../oracles/refusals/draft-fault.ts';
import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall, rowOf } from '../journey/visit.ts';
import { initialState, isAllowed } from '../journey/walk.ts';
import { mixUpIn } from '../journey/blame.ts';
import type { Run } from '../engine/run.ts';

/** How a draft is written: by the operation that creates it, or by an update of an empty one. */
type Via = 'create' | 'update';

/** How an operation writes a draft. */
export const viaOf = (on: OperationId): Via =>
  operation(on).step === 'draft-create' ? 'create' : 'update';

/** A draft to be followed along the journey until something refuses it. */
export interface Pursuit {
  readonly line: Line;
  readonly via: Via;
  readonly body: unknown;
  /** The last stage to try. */
  readonly until: Stage;
  readonly intent: Call['intent'];
  /** Of a faulty body: the requirement that it breaks. */
  readonly breaks?: RequirementId;
  /** Whether a landlord draft is read after its write, so that what was written is seen (D2). */
  readonly readBack?: true;
  /** An empty draft to be updated; left out: a fresh one is created. */
  readonly onto?: EmptyDraft;
  /** Faulty updates that a fresh draft is to refuse first, oldest first: the history of an earlier sighting. */
  readonly after?: readonly Pick<Pursuit, 'body' | 'breaks'>[];
  readonly test: string;
  readonly seed: number;
}

/** What the stages answered, in order; the last one refused, or is the last that was to be tried. */
export interface Chase {
  readonly legs: readonly (Leg & { readonly exchange: Exchange })[];
  readonly judgements: readonly Judgement[];
  /** What kept the chase from its next stage, in words; absent where nothing did. */
  readonly stuck?: string;
  /** The next stage is one that the target allows nobody to try (sideEffects). */
  readonly isForbidden?: true;
  /** What the service broke so that the draft may hold what was written to another one: its answers say nothing then. */
  readonly mixedUpBy?: 'DRAFT-04' | 'UNIQUE-01';
  /** The draft whose first update was refused. */
  readonly leftEmpty?: EmptyDraft;
  /** An update of the history that was accepted this time, and its place in `after`. */
  readonly takenBefore?: { readonly at: number; readonly exchange: Exchange };
}

/** A chase as its judges see it. */
export const followed = ({
  judgements: _judgements,
  leftEmpty: _leftEmpty,
  takenBefore: _takenBefore,
  legs,
  ...chase
}: Chase): Followed => ({
  ...chase,
  legs: legs.map(({ stage, operation: on, exchange }) => ({ stage, operation: on, exchange })),
});

const isRefused = (exchange: Exchange) => (exchange.response?.status ?? 599) >= 400;

const CALLS: Readonly<Record<Exclude<Stage, 'write'>, readonly Visit[]>> = {
  price: [{ step: 'price-request' }],
  contract: [{ step: 'token-terms' }, { step: 'contract-create' }],
};

/** Reads a draft; one that was written with a fault shows it (E3), which is not the reading's. */
const readDraft = async (
  run: Run,
  { intent }: Pursuit,
  state: JourneyState,
): Promise<Exchange | undefined> => {
  const call = legalCall(run, { step: 'draft-get' }, state);
  return isObstacle(call) ? undefined : makeCall(run, { ...call, intent }, state);
};

/** A faulty draft that nobody refused may not be what was written any more (D11, D13); a landlord draft shows that. */
const accepted = async (
  run: Run,
  pursuit: Pursuit,
  state: JourneyState,
): Promise<Partial<Chase>> => {
  const isSeen = pursuit.line === 'landlord' && pursuit.intent === 'faulty';
  const read = isSeen ? await readDraft(run, pursuit, state) : undefined;
  if (run.memory.ids.isShared(state)) return { mixedUpBy: 'UNIQUE-01' };
  return read && mixUpIn(run, state, read) ? { mixedUpBy: 'DRAFT-04' } : {};
};

const writeVisit = ({ via }: Pursuit): Visit => ({
  step: via === 'create' ? 'draft-create' : 'draft-update',
});

/** Repeats the refused updates of a history; undefined if all are refused again, else the first that was not. */
const repeatHistory = async (
  run: Run,
  { after = [] }: Pursuit,
  state: JourneyState,
): Promise<Chase['takenBefore']> => {
  for (const [at, update] of after.entries()) {
    const call = legalCall(run, { step: 'draft-update' }, state);
    if (isObstacle(call)) return undefined;
    const exchange = await makeCall(run, { ...call, ...update, intent: 'faulty' }, state);
    if (!isRefused(exchange)) return { at, exchange };
  }
  return undefined;
};

/** Follows a draft from its write on, stage by stage, until one refuses or the last one was asked. */
export const chase = async (run: Run, pursuit: Pursuit): Promise<Chase> => {
  const { line, via, body, until, intent, breaks, test, seed } = pursuit;
  const labels = { intent, ...(intent === 'faulty' && breaks ? { breaks } : {}) };
  const state = initialState({ run, test, seed }, line, { draft: body, revised: body });
  const legs: (Leg & { readonly exchange: Exchange })[] = [];
  const stuck = (why: string): Chase => ({ legs, judgements: state.judgements, stuck: why });
  if (via === 'update' && !(await takeEmpty(run, state, pursuit.onto)))
    return stuck('an empty draft was refused');
  const takenBefore = await repeatHistory(run, pursuit, state);
  if (takenBefore)
    return { ...stuck('an update that its draft refused before was accepted'), takenBefore };
  for (const stage of STAGES.slice(0, STAGES.indexOf(until) + 1)) {
    const visits = stage === 'write' ? [writeVisit(pursuit)] : CALLS[stage];
    for (const visit of visits) {
      const row = rowOf(line, visit.step);
      if (!isAllowed(run, row.id)) {
        return { ...stuck(`the target allows no ${row.name}`), isForbidden: true };
      }
      const call = legalCall(run, visit, state);
      if (isObstacle(call)) {
        return stuck(
          `${call.missing} was not found in the answer of ${operation(call.origin).name}`,
        );
      }
      const exchange = await makeCall(run, { ...call, ...labels }, state);
      legs.push({ stage, operation: row, status: exchange.response?.status, exchange });
      if (isRefused(exchange)) {
        const isFirst = via === 'update' && stage === 'write';
        const leftEmpty = isFirst ? leftEmptyBy(exchange, state) : undefined;
        return { legs, judgements: state.judgements, ...(leftEmpty ? { leftEmpty } : {}) };
      }
      if (pursuit.readBack && line === 'landlord') await readDraft(run, pursuit, state);
    }
  }
  return { legs, judgements: state.judgements, ...(await accepted(run, pursuit, state)) };
};

/**
 * Follows the twin of a faulty draft as far as that one came: on the draft that the fault's refusal left empty, and where that
 * one refuses the twin, too, on a fresh one.
 */
export const chaseTwin = async (
  run: Run,
  pursuit: Pursuit,
  { leftEmpty }: Chase,
): Promise<Chase> => {
  if (!leftEmpty) return chase(run, pursuit);
  const there = await chase(run, { ...pursuit, onto: leftEmpty });
  if (!there.leftEmpty) return there;
  const { judgements, ...afresh } = await chase(run, pursuit);
  return { ...afresh, judgements: [...there.judgements, ...judgements] };
};

/** A draft that is still empty, as far as its service said: what an update of it needs to know. */
export type EmptyDraft = Pick<JourneyState, 'parameters' | 'known'>;

/** Creates a draft without any field that matters, on which an update is tried: replacing and merging come to the same there (D1). */
export const createEmpty = async (run: Run, state: JourneyState): Promise<boolean> => {
  const call = legalCall(run, { step: 'draft-create' }, state);
  if (isObstacle(call)) return false;
  const body = state.line === 'gap' ? call.body : run.memory.bare.bodyOn(state.line);
  return !isRefused(await makeCall(run, { ...call, body, intent: 'open' }, state));
};

/** What the refusal of a first update left empty; after a breakdown or no answer nobody knows. */
const leftEmptyBy = (
  { response }: Exchange,
  { parameters, known }: JourneyState,
): EmptyDraft | undefined => ((response?.status ?? 599) < 500 ? { parameters, known } : undefined);

/** Takes an empty draft for an update: the one at hand, or a new one. False where none could be had. */
const takeEmpty = async (run: Run, state: JourneyState, onto?: EmptyDraft): Promise<boolean> => {
  if (!onto) return createEmpty(run, state);
  Object.assign(state, onto);
  return true;
};
