import type { Call } from '../../client/http/client.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import type { Pointer } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { type Judgement, withoutUndefined } from '../../oracles/finding.ts';
import { type Followed, type Leg } from '../../oracles/refusals/draft-fault.ts';
import { type Stage, STAGES } from '../../spec/declared-checkpoint.ts';
import type { Line } from '../../spec/line.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { lazyObject, withValues } from '../journey/data.ts';
import { mixUpIn } from '../journey/read-back.ts';
import { CONTRACT, type JourneyState, type Start, type Visit, writesOf } from '../journey/state.ts';
import {
  isAllowed,
  isObstacle,
  legalCall,
  MAY_REFUSE,
  rowOf,
  makeVisit,
} from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { overConnection } from '../contexts/connection.ts';
import { isNewObject, withNewObject } from '../contexts/context.ts';
import { useDraft } from '../contexts/use-draft.ts';
import { contractAfterRefusal, lostBefore, readAfterRefusedContract } from './after-refusal.ts';
import { senderOf } from './send-beside.ts';

/** Way in which a draft is written: by its creation, or by an update. */
export type Written = 'create' | 'update';

/** The step that writes an operation's draft. */
export const writtenBy = (on: OperationId): Written =>
  operation(on).step === 'draft-create' ? 'create' : 'update';

/** A draft to follow along the journey until a step refuses it. */
export interface DraftStart extends Start {
  /** The operation that writes it, or that needs an update to write it. */
  readonly on: OperationId;
  readonly body: unknown;
  /** The last stage to try. */
  readonly until: Stage;
  /** `legal`: a control request; `open`: a draft that is judged by its caller alone. */
  readonly intent: Call['intent'];
  /** The requirement that a faulty body breaks. */
  readonly breaks?: RequirementId | undefined;
  /** Reads a landlord draft after its write, to see the stored content (D2). */
  readonly readBack?: true;
  /** Legal content of the draft to update, written first and used in the context; left out: the draft is empty and new. */
  readonly before?: object;
  /** Part of the body that `before` lacks, since the fault is an absence (D1); left out: none. */
  readonly without?: Pointer;
  /** A draft to update; left out: creates a fresh one. */
  readonly onto?: OpenDraft | undefined;
  /** Called after an accepted write: false if the draft is not to be followed, since another update of it was accepted as well. */
  readonly isOwn?: () => Promise<boolean>;
  /** Faulty updates that a fresh draft has to refuse first, oldest first: the history of an earlier finding. */
  readonly after?: readonly Pick<DraftStart, 'body' | 'breaks'>[];
}

/** Answers of the stages, in order, up to the first refusal or the last stage to try. */
export interface FollowedDraft {
  readonly legs: readonly (Leg & { readonly exchange: Exchange })[];
  readonly judgements: readonly Judgement[];
  /** Reason why the next stage was not reached, in words; absent if there is none. */
  readonly stuck?: string;
  /** The next stage is forbidden by the target (sideEffects). */
  readonly isForbidden?: true;
  /** Broken requirement because of which the draft may hold content of another one: its answers are then no evidence. */
  readonly mixedUpBy?: 'DRAFT-04' | 'UNIQUE-01';
  /** The draft, unchanged, if it refused its first update. */
  readonly unchanged?: OpenDraft | undefined;
  /** Another update of its draft, sent at the same time, was accepted as well: it shows nothing (D13). */
  readonly isOvertaken?: true;
  /** Accepted writes that were overtaken, before it was written again. */
  readonly overtaken?: readonly Exchange[];
  /** The service refused the spelling of its context (W2), and served the draft in the canonical one. */
  readonly isRespelled?: true;
  /** An update of the history that was accepted this time, and its index in `after`. */
  readonly acceptedInHistory?: { readonly at: number; readonly exchange: Exchange };
}

/** A followed draft in the form that its judges take. */
export const toFollowed = ({
  judgements: _judgements,
  unchanged: _unchanged,
  isRespelled: _isRespelled,
  isOvertaken: _isOvertaken,
  acceptedInHistory: _acceptedInHistory,
  legs,
  ...draft
}: FollowedDraft): Followed => ({
  ...draft,
  legs: legs.map(({ stage, operation: on, exchange }) => ({ stage, operation: on, exchange })),
});

/** The last stage that a draft reached. */
export const lastStageOf = ({ legs }: Pick<FollowedDraft, 'legs'>): Stage =>
  legs.at(-1)?.stage ?? 'write';

const CALLS: Readonly<Record<Exclude<Stage, 'write'>, readonly Visit[]>> = {
  price: [{ step: 'price-request' }],
  contract: CONTRACT,
};

const visitsOf = (stage: Stage, on: OperationId): readonly Visit[] =>
  stage === 'write' ? [{ step: `draft-${writtenBy(on)}` }] : CALLS[stage];

/** Reads a draft; a draft written with a fault shows the fault (E3), which is not a fault of the read. */
const readDraft = ({ intent }: DraftStart, state: JourneyState): Promise<Exchange | undefined> =>
  makeVisit({ step: 'draft-get' }, state, { intent });

/** A faulty draft that was accepted may have been replaced since (D11, D13); a landlord draft shows that. */
const accepted = async (
  start: DraftStart,
  state: JourneyState,
): Promise<Partial<FollowedDraft>> => {
  const isSeen = state.line === 'landlord' && start.intent === 'faulty';
  const read = isSeen ? await readDraft(start, state) : undefined;
  if (state.run.memory.ids.isShared(state)) return { mixedUpBy: 'UNIQUE-01' };
  return read && mixUpIn(state, read) ? { mixedUpBy: 'DRAFT-04' } : {};
};

/** Repeats the refused updates of a history; undefined if all are refused again, else the first that was not. */
const repeatHistory = async (
  { after = [] }: DraftStart,
  state: JourneyState,
): Promise<FollowedDraft['acceptedInHistory']> => {
  for (const [at, { body, breaks }] of after.entries()) {
    const labels = { intent: 'faulty', ...(breaks && { breaks }) } as const;
    const exchange = await makeVisit({ step: 'draft-update' }, state, { body, ...labels });
    if (!exchange) return undefined;
    if (isAccepted(exchange)) return { at, exchange };
  }
  return undefined;
};

/** A draft to update: the prerequisites of its update, its context and its content. */
export interface OpenDraft extends Pick<
  JourneyState,
  'parameters' | 'known' | 'context' | 'written' | 'isUsed'
> {
  /** The read of a landlord draft before its updates. */
  readonly read?: Exchange | undefined;
}

const openDraftOf = ({ parameters, known, context, written, isUsed, read }: OpenDraft): OpenDraft =>
  withoutUndefined({ parameters, known, context, written, isUsed, read });

/**
 * Creates a draft without relevant fields, on which replacing and merging updates have the same result (D1). `content`: what a
 * target's own body of a motor gap creation holds, if it holds a draft.
 */
export const createEmptyDraft = async (
  state: JourneyState,
  content: unknown = state.data.draft,
): Promise<boolean> => {
  const { line, run, data } = state;
  const body = line === 'gap' ? {} : { body: run.memory.emptyDrafts.bodyOn(line) };
  Object.assign(state, { data: withValues(data, { draft: content }) });
  const created = await makeVisit({ step: 'draft-create' }, state, { ...body, intent: 'open' });
  Object.assign(state, { data });
  return isAccepted(created);
};

/** Creates a draft with content and brings it into its context; `isMade` is false if the service refuses such a draft. */
const createUsed = async (
  { context }: JourneyState,
  { before, ...start }: DraftStart & { readonly before: object },
): Promise<{ readonly used: JourneyState; readonly isMade: boolean }> => {
  const { run, seed, test } = start;
  const { line } = operation(start.on);
  // Its data differ from those of other drafts: a service may answer an equal creation with an earlier draft.
  const draft = () =>
    sample(
      revisedDraft(line, before as DraftOf<Line>, run.generators),
      subSeed(seed, 'used', test, start.intent),
    );
  const data = lazyObject({ draft, revised: () => before });
  const used = initialState({ ...start, context }, line, data);
  // A draft of a legal value has that value here already, whose refusal and breakdown are its own.
  const own = start.intent === 'open' ? ({ intent: 'open' } as const) : MAY_REFUSE;
  let isMade = true;
  for (const visit of writesOf(line)) {
    const written = await makeVisit(visit, used, own);
    run.memory.refusedBodies.note(written, { isNew: true });
    isMade = isAccepted(written);
    if (!isMade) break;
  }
  if (isMade) await useDraft(used);
  return { used, isMade };
};

/** The last read of a landlord draft before its update; undefined on lines without a shown resource. */
const readBefore = (state: JourneyState): Promise<Exchange | undefined> | undefined =>
  state.line === 'landlord' ? makeVisit({ step: 'draft-get' }, state) : undefined;

/** Creates the draft to update: in its context if the service accepts that, else new and empty. */
const makeDraft = async (state: JourneyState, start: DraftStart): Promise<boolean> => {
  const { before } = start;
  if (before && !isNewObject(state.context)) {
    const { used, isMade } = await createUsed(state, { ...start, before });
    const read = isMade ? await readBefore(used) : undefined;
    // The read shows what was written, too.
    state.judgements.push(...used.judgements);
    state.context = used.context;
    if (isMade) {
      Object.assign(state, openDraftOf(used), { read });
      return true;
    }
  }
  state.context = withNewObject(state.context);
  return createEmptyDraft(state, before);
};

/** The draft that a refused first update left unchanged; unknown after a server error or without an answer. */
const unchangedBy = (exchange: Exchange, state: OpenDraft): OpenDraft | undefined =>
  (exchange.response?.status ?? 599) < 500 ? openDraftOf(state) : undefined;

const nameOf = (on: OperationId): string => operation(on).name;

/** Follows a draft from its write, stage by stage, until one refuses or the last stage was tried. */
export const followDraft = async (start: DraftStart): Promise<FollowedDraft> => {
  const { run, on, body, until, intent, breaks, onto } = start;
  const labels = {
    intent,
    ...(intent === 'faulty' && breaks && { breaks }),
    // A control request, which an unstated tariff rule may exclude.
    ...(intent === 'legal' && MAY_REFUSE),
  };
  const state = initialState(start, operation(on).line, { draft: body, revised: body });
  const { line, judgements } = state;
  const legs: (Leg & { readonly exchange: Exchange })[] = [];
  const stuck = (why: string): FollowedDraft => ({ legs, judgements, stuck: why });
  const isUpdate = writtenBy(on) === 'update';
  if (onto) Object.assign(state, onto);
  else if (isUpdate && !(await makeDraft(state, start)))
    return stuck('the creation of a draft was refused');
  const spelling = state.context.country;
  const send = senderOf(start, state);
  const acceptedInHistory = await repeatHistory(start, state);
  if (acceptedInHistory)
    return { ...stuck('an update that its draft refused before was accepted'), acceptedInHistory };
  for (const stage of STAGES.slice(0, STAGES.indexOf(until) + 1)) {
    for (const visit of visitsOf(stage, on)) {
      const row = rowOf(line, visit.step);
      if (!isAllowed(run, row.id))
        return { ...stuck(`the target allows no ${row.name}`), isForbidden: true };
      const call = legalCall(visit, state);
      if (isObstacle(call))
        return stuck(`${call.missing} was not found in the answer of ${nameOf(call.origin)}`);
      const labelled = { ...overConnection(call, state.context), ...labels };
      const exchange = await send(labelled, state);
      legs.push({ stage, operation: row, status: exchange.response?.status, exchange });
      if (!isAccepted(exchange)) {
        const lost = stage === 'write' ? [] : await lostBefore(exchange, state);
        judgements.push(...lost);
        if (lost.length > 0)
          return { ...stuck('the draft was not served any more'), legs: legs.slice(0, -1) };
        if (visit.step === 'contract-create' && intent === 'faulty')
          await readAfterRefusedContract(state, exchange);
        const contracted = stage === 'price' && (await contractAfterRefusal(start, state));
        // The contract decides, not the price request that refused the fault.
        if (contracted) {
          const own = await accepted(start, state);
          return { judgements, legs: [...legs.slice(0, -1), contracted], ...own };
        }
        const isFirst = isUpdate && stage === 'write';
        return { legs, judgements, unchanged: isFirst ? unchangedBy(exchange, state) : undefined };
      }
      if (stage === 'write' && start.isOwn && !(await start.isOwn()))
        return { ...stuck('another update of the draft was accepted as well'), isOvertaken: true };
      if (start.readBack && line === 'landlord') await readDraft(start, state);
    }
  }
  const isRespelled = state.context.country !== spelling || undefined;
  return {
    legs,
    judgements,
    ...withoutUndefined({ isRespelled }),
    ...(await accepted(start, state)),
  };
};

/**
 * Follows the control draft up to the last stage of the faulty one: on the draft that the refused fault left empty, or on a
 * fresh one if that is refused as well.
 */
export const followControl = async (
  start: DraftStart,
  { unchanged }: FollowedDraft,
): Promise<FollowedDraft> => {
  if (!unchanged) return followDraft(start);
  const there = await followDraft({ ...start, onto: unchanged });
  if (!there.unchanged) return there;
  const { judgements, ...afresh } = await followDraft(start);
  return { ...afresh, judgements: [...there.judgements, ...judgements] };
};
