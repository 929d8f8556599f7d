import { subSeed } from '../../generators/sample.ts';
import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeDraftFault, type TriedFault } from '../../oracles/refusals/draft-fault.ts';
import { type Stage, STAGES } from '../../spec/declared-checkpoint.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation } from '../../spec/operations.ts';
import { afterRefusals, BODY_DIMENSIONS, PLAIN } from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import { initialState } from '../journey/walk.ts';
import { mapConcurrently } from '../engine/schedule.ts';
import { isConflict } from '../contexts/beside.ts';
import {
  type FollowedDraft,
  followControl,
  followDraft,
  type OpenDraft,
  type DraftStart,
  lastStageOf,
  writtenBy,
} from './follow-draft.ts';
import { groupedByDraft } from './mergeable-bodies.ts';
import { readAfterUpdates } from './read-after-refusal.ts';
import { mayHoldInvalid } from './tried-fault.ts';

/** A faulty draft as announced, and the legal body that carries its fault. */
export interface FaultyDraft {
  readonly start: DraftStart;
  readonly valid: object;
  readonly tried: TriedFault;
  /** Its fault and its draw, such as `JOBLOSS-FIELD-language-enum/de@1`. */
  readonly name: string;
  /** True for an update that is the first call on a draft of its own. */
  readonly isFirstCall?: boolean;
}

/** Outcome of a faulty draft that was sent with others. */
interface BatchOutcome {
  /** Left out: no evidence about its fault, which is sent again alone. */
  readonly faulty?: FollowedDraft;
  /** Left out: not sent yet. */
  readonly control?: FollowedDraft;
  /** Updates that its draft refused before, oldest first; left out: it was the first. */
  readonly before?: readonly FaultyDraft[];
  /** Other findings on the way. */
  readonly met?: readonly Judgement[];
}

type Outcomes = Map<string, BatchOutcome>;

/** A run of faulty drafts: the announced ones by batch, and their outcomes. */
export interface FaultsRun extends Run {
  readonly announced: Map<string, readonly FaultyDraft[]>;
  readonly batches: Map<string, Promise<ReadonlyMap<string, BatchOutcome>>>;
  /** Control requests of faulty drafts that were accepted at their write, by body and last stage. */
  readonly controls: Map<string, Promise<FollowedDraft>>;
}

/** The same run before any faulty draft was announced. */
export const faultsRun = (run: Run): FaultsRun => ({
  ...run,
  announced: new Map(),
  batches: new Map(),
  controls: new Map(),
});

/** Dimensions in which faulty drafts that share a body may differ. */
const OF_EACH: readonly string[] = [...BODY_DIMENSIONS, 'beside'];

/** Key of the drafts that are sent together: creations of one body, or updates of one draft. */
const batchOf = ({ start: { on, before, context }, valid }: FaultyDraft): string => {
  const calls = Object.entries(context ?? PLAIN).filter(([name]) => !OF_EACH.includes(name));
  const { line } = operation(on);
  const body = writtenBy(on) === 'create' ? valid : undefined;
  return JSON.stringify([line, writtenBy(on), body, before !== undefined, calls]);
};

/** Key of the legal body of a faulty draft. */
const bodyOf = ({ valid }: FaultyDraft): string => JSON.stringify(valid);

/** Registers a faulty draft to be sent with others. */
export const registerFaulty = ({ announced }: FaultsRun, draft: FaultyDraft): void => {
  const name = batchOf(draft);
  announced.set(name, [...(announced.get(name) ?? []), draft]);
};

const writeIn = ({ legs: [first] }: FollowedDraft): Exchange | undefined => first?.exchange;

/** Refused faulty drafts: evidence if the body without the fault is accepted afterwards. */
type Refused = readonly (readonly [draft: FaultyDraft, faulty: FollowedDraft])[];

/**
 * Assigns the control request to all refused drafts. If it is refused as well, each draft sends its own: a draft may accept
 * nothing more after a refusal.
 */
const noteControl = (refused: Refused, control: FollowedDraft, outcomes: Outcomes): void => {
  // In another spelling than the faulty drafts it is no control request (W2).
  const isControlAccepted = isAccepted(writeIn(control)) && !control.isRespelled;
  for (const [at, [{ start }, faulty]] of refused.entries()) {
    // Findings in its answers are reported once.
    const judgements = at === 0 ? control.judgements : [];
    outcomes.set(
      start.test,
      isControlAccepted
        ? { faulty, control: { ...control, judgements } }
        : { met: [...faulty.judgements, ...judgements] },
    );
  }
};

/**
 * Follows the control draft of a faulty one up to a stage, once for all faulty drafts with the same body; each has its own if
 * that one is refused. The findings in its answers are reported once.
 */
export const shareControl = async (
  { controls }: FaultsRun,
  draft: FaultyDraft,
  until: Stage,
): Promise<FollowedDraft> => {
  const name = JSON.stringify([batchOf(draft), bodyOf(draft), until]);
  const follow = () => followDraft(legalOf(draft, until));
  const known = controls.get(name);
  const first = known ?? follow();
  controls.set(name, first);
  const control = await first;
  if (known === undefined) return control;
  const isWhole = control.legs.at(-1)?.stage === until && control.mixedUpBy === undefined;
  return isWhole && isAccepted(control.legs.at(-1)?.exchange)
    ? { ...control, judgements: [] }
    : follow();
};

/** The same draft without its fault, followed up to a stage. */
export const legalOf = ({ start, valid }: FaultyDraft, until: Stage): DraftStart => ({
  ...start,
  body: valid,
  until,
  intent: 'legal',
});

/**
 * Sends faults in one body concurrently, each to a draft of its own, then their control request, which shows if the service
 * still accepts drafts: an update to the draft of the first one.
 */
const sendApart = async (drafts: readonly FaultyDraft[]): Promise<Outcomes> => {
  const followed = await mapConcurrently(drafts, async (draft) => [
    [draft, await followDraft(draft.start)] as const,
  ]);
  const outcomes: Outcomes = new Map(
    followed.map(([{ start }, faulty]) => [start.test, { faulty }]),
  );
  const refused = followed.filter(([, faulty]) => isRefused(writeIn(faulty)));
  const [first] = refused;
  if (!first) return outcomes;
  const control = await followControl(legalOf(first[0], 'write'), first[1]);
  if (isAccepted(writeIn(control))) noteControl(refused, control, outcomes);
  else outcomes.set(first[0].start.test, { faulty: first[1], met: control.judgements });
  return outcomes;
};

/**
 * Sorts drafts by latest refusal. A draft that may be accepted at first and refused in a later step needs exclusive use, and
 * precedes those that are refused immediately; one that this target's drafts may hold comes first of all.
 */
const byLatestRefusal = (drafts: readonly FaultyDraft[]): readonly FaultyDraft[] => {
  const lateness = ({ start: { until, run }, tried }: FaultyDraft): number =>
    mayHoldInvalid(run, tried.pointer) ? STAGES.length : STAGES.indexOf(until);
  return drafts.toSorted((a, b) => lateness(b) - lateness(a));
};

/**
 * Follows a draft that has to refuse these updates first. An update that was refused before and is now accepted fails its own
 * fault, reported in `judgements`.
 */
export const followWithHistory = async (
  before: readonly FaultyDraft[],
  start: DraftStart,
): Promise<FollowedDraft> => {
  const after = before.map((each) => each.start);
  // The draft was made for the first of them.
  const content = start.before && (after[0]?.before ?? start.before);
  const made = content === undefined ? start : { ...start, before: content };
  const followed = await followDraft({ ...made, after });
  const { acceptedInHistory, judgements } = followed;
  const taken = acceptedInHistory && before[acceptedInHistory.at];
  if (!taken) return followed;
  const { tried, start: earlier } = taken;
  const { exchange } = acceptedInHistory;
  const legs = [{ stage: 'write', operation: operation(tried.operation), exchange }] as const;
  const judged = start.run.judge(judgeDraftFault, tried, { legs }, { legs: [] }, earlier.until);
  return { ...followed, judgements: [...judgements, ...judged] };
};

/**
 * Records an update that its draft accepted after refusing others. The failure keeps its history; its control request has the
 * same history, and also shows if the others were refused because of the draft.
 */
const reportAccepted = async (
  draft: FaultyDraft,
  faulty: FollowedDraft,
  refused: Refused,
  outcomes: Outcomes,
): Promise<void> => {
  const { test } = draft.start;
  const before = refused.map(([each]) => each);
  if (before.length === 0) return void outcomes.set(test, { faulty });
  const control = await followWithHistory(before, legalOf(draft, lastStageOf(faulty)));
  const isAlike = ([each]: Refused[number]): boolean => bodyOf(each) === bodyOf(draft);
  noteControl(refused.filter(isAlike), control, outcomes);
  // The control request of another body proves nothing about these, which are sent again alone.
  for (const each of refused.filter((other) => !isAlike(other)))
    outcomes.set(each[0].start.test, { met: each[1].judgements });
  outcomes.set(test, { faulty, control: { ...control, judgements: [] }, before });
};

/** Reads a draft after its refused updates. */
const readAfter = (
  start: DraftStart,
  { read: before, ...open }: OpenDraft,
  refused: Refused,
): Promise<readonly Judgement[]> => {
  const state = Object.assign(initialState(start, operation(start.on).line), open);
  const calls = refused.flatMap(([{ tried }, faulty]) => {
    const exchange = writeIn(faulty);
    return exchange ? [{ how: `with a fault (${tried.what})`, exchange }] : [];
  });
  return readAfterUpdates(state, before, calls);
};

/** Number of updates to send at the same time: two if their context asks for another call in flight, and no last one alone. */
const numberAtOnce = ([first, ...others]: readonly FaultyDraft[], open?: OpenDraft): number =>
  open === undefined || first?.start.context?.beside !== 'call' ? 1 : others.length === 2 ? 3 : 2;

/** Sends updates of one draft at the same time; those that lost a race for it once more, alone. */
const updateAtOnce = async (
  drafts: readonly FaultyDraft[],
  open: OpenDraft | undefined,
): Promise<Refused> => {
  const update = ({ start }: FaultyDraft) => followDraft({ ...start, onto: open });
  const followed = await Promise.all(drafts.map(update));
  const all: (readonly [FaultyDraft, FollowedDraft])[] = [];
  for (const [at, draft] of drafts.entries()) {
    const faulty = followed[at];
    const write = faulty && writeIn(faulty);
    const isLost = write && drafts.length > 1 && isConflict(write, draft.start.context ?? PLAIN);
    if (!faulty) continue;
    const again = isLost ? await update(draft) : undefined;
    // Findings in the answer of the race stay.
    const judgements = [...faulty.judgements, ...(again?.judgements ?? [])];
    all.push([draft, again ? { ...again, judgements } : faulty]);
  }
  return all;
};

/** Drafts beginning with one that is drawn from the run's seed, so that any of them may follow any number of refusals. */
const inDrawnOrder = (drafts: readonly FaultyDraft[]): readonly FaultyDraft[] => {
  const [first] = drafts;
  if (!first) return drafts;
  const { run, on } = first.start;
  const start = subSeed(run.plan.seed, 'order', on, drafts.length) % drafts.length;
  return [...drafts.slice(start), ...drafts.slice(0, start)];
};

/**
 * Sends updates of one draft, then the control request of each of their bodies: a refused update leaves the draft unchanged.
 */
const updateOne = async (drafts: readonly FaultyDraft[]): Promise<Outcomes> => {
  const outcomes: Outcomes = new Map();
  let refused: (readonly [FaultyDraft, FollowedDraft])[] = [];
  let open: OpenDraft | undefined;
  const rest = [...byLatestRefusal(inDrawnOrder(drafts))];
  while (rest.length > 0) {
    const followed = await updateAtOnce(rest.splice(0, numberAtOnce(rest, open)), open);
    for (const [draft, faulty] of followed) if (faulty.unchanged) refused.push([draft, faulty]);
    const changing = followed.filter(([, { unchanged }]) => unchanged === undefined);
    open = changing.length === 0 ? followed.at(-1)?.[1].unchanged : undefined;
    for (const [draft, faulty] of changing) await reportAccepted(draft, faulty, refused, outcomes);
    if (changing.length > 0) refused = [];
  }
  const [first] = refused;
  if (!first || !open) return outcomes;
  const [{ start }] = first;
  const read = await readAfter(start, open, refused);
  const onto = { ...open, context: afterRefusals(open.context) };
  for (const group of Map.groupBy(refused, ([draft]) => bodyOf(draft)).values()) {
    const [[draft] = first] = group;
    noteControl(group, await followDraft({ ...legalOf(draft, 'write'), onto }), outcomes);
  }
  const outcome = outcomes.get(start.test);
  outcomes.set(start.test, { ...outcome, met: [...(outcome?.met ?? []), ...read] });
  return outcomes;
};

/** Sends updates to as few drafts as can take them, and those that are the first call on their draft apart. */
const updateAll = async (drafts: readonly FaultyDraft[]): Promise<Outcomes> => {
  const others = drafts.filter(({ isFirstCall }) => !isFirstCall);
  const first = drafts.filter(({ isFirstCall }) => isFirstCall);
  const apart = Map.groupBy(first, bodyOf).values().map(sendApart);
  const sent = await Promise.all([...groupedByDraft(others).map(updateOne), ...apart]);
  return new Map(sent.flatMap((outcomes) => [...outcomes]));
};

/**
 * Sends the announced drafts of a batch, then their control requests, once for all callers. Undefined for a draft that was not
 * announced.
 */
export const sendBatch = async (
  { announced, batches: begun }: FaultsRun,
  draft: FaultyDraft,
): Promise<BatchOutcome | undefined> => {
  const name = batchOf(draft);
  const drafts = announced.get(name) ?? [];
  const sendAll = writtenBy(draft.start.on) === 'create' ? sendApart : updateAll;
  const sent = begun.get(name) ?? sendAll(drafts);
  begun.set(name, sent);
  return (await sent).get(draft.start.test);
};
