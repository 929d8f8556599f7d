import { subSeed } from '../../generators/sample.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeDraftFault } from '../../oracles/refusals/draft-fault.ts';
import { STAGES } from '../../spec/declared-checkpoint.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation } from '../../spec/operations.ts';
import { afterRefusals } from '../contexts/context.ts';
import { initialState } from '../journey/walk.ts';
import { isConflict } from '../contexts/beside.ts';
import {
  bodyOf,
  type FaultyDraft,
  legalOf,
  noteControl,
  type Outcomes,
  type Refused,
  writeIn,
} from './batch-outcome.ts';
import {
  type FollowedDraft,
  followDraft,
  type OpenDraft,
  type DraftStart,
  lastStageOf,
} from './follow-draft.ts';
import { groupedByAbsence, withoutParts } from './fault-by-absence.ts';
import { groupedByDraft } from './mergeable-bodies.ts';
import { readAfterUpdates } from './after-refusal.ts';
import { mayHoldInvalid } from './tried-fault.ts';

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
  // The draft was made for the first of them, and holds nothing that any of them must not find there.
  const parts = [...after, start].map(({ without }) => without);
  const content = start.before && withoutParts(after[0]?.before ?? start.before, parts);
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

/** Counts the updates of one draft that were accepted at the same time, once all are answered. */
const countAccepted = (count: number) => {
  const answered = Promise.withResolvers<undefined>();
  let [left, accepted] = [count, 0];
  /** For one update: notes its first outcome, and resolves to true if no more than one was accepted. */
  return () => {
    let isNoted = false;
    return async (isTaken: boolean): Promise<boolean> => {
      if (!isNoted) {
        isNoted = true;
        left -= 1;
        if (isTaken) accepted += 1;
        if (left === 0) answered.resolve(undefined);
      }
      await answered.promise;
      return accepted <= 1;
    };
  };
};

/** Follows updates of one draft that are sent at the same time: if several are accepted, none of them further than that. */
const followAtOnce = (
  drafts: readonly FaultyDraft[],
  open: OpenDraft | undefined,
): Promise<readonly FollowedDraft[]> => {
  const counted = countAccepted(drafts.length);
  const follow = async ({ start }: FaultyDraft): Promise<FollowedDraft> => {
    const note = counted();
    // An accepted write is a sighting if the write has to refuse the fault.
    const isOwn = start.until === 'write' ? {} : { isOwn: () => note(true) };
    const followed = followDraft({ ...start, onto: open, ...isOwn });
    followed.then(
      (draft) => note(isAccepted(writeIn(draft))),
      () => note(false),
    );
    return followed;
  };
  return Promise.all(drafts.map(follow));
};

/** True if an update overwrites the faults of these others, also where the service merges it with the draft (D1). */
const overwrites = ({ start: { body } }: FaultyDraft, others: readonly FaultyDraft[]): boolean =>
  others.every(({ tried: { pointer } }) => matchingPointers(body, pointer).length > 0);

/** The update, of several that a draft accepted at the same time, that the draft can be followed with once it is written again. */
const takenAgain = (
  drafts: readonly FaultyDraft[],
  followed: readonly FollowedDraft[],
): FaultyDraft | undefined => {
  const overtaken = drafts.filter((_, at) => followed[at]?.isOvertaken);
  return overtaken.find((draft) =>
    overwrites(
      draft,
      overtaken.filter((other) => other !== draft),
    ),
  );
};

/** An update with its outcome; `isAfresh`: on a draft of its own. */
interface Updated {
  readonly draft: FaultyDraft;
  readonly faulty: FollowedDraft;
  readonly isAfresh: boolean;
}

/**
 * Sends updates of one draft at the same time. Those that lost a race for it are sent once more, alone, and to fresh drafts if it
 * accepted another one; so are those of which it accepted several: one to the draft again, the others to fresh ones.
 */
const updateAtOnce = async (
  drafts: readonly FaultyDraft[],
  open: OpenDraft | undefined,
): Promise<readonly Updated[]> => {
  const followed = await followAtOnce(drafts, open);
  const kept = takenAgain(drafts, followed);
  const isChanged = followed.some((each) => isAccepted(writeIn(each)));
  const all: Updated[] = [];
  for (const [at, draft] of drafts.entries()) {
    const faulty = followed[at];
    if (!faulty) continue;
    const write = writeIn(faulty);
    // A service that merges updates (D1) may refuse what another one made of the draft. Any other status may be a sighting.
    const isSpoilt = isChanged && write?.response?.status === 400;
    const isLost =
      write && drafts.length > 1 && (isSpoilt || isConflict(write, { beside: 'call' }));
    const isAfresh = Boolean(faulty.isOvertaken || (isLost && isChanged)) && draft !== kept;
    const onto = isAfresh ? undefined : open;
    const again =
      isLost || faulty.isOvertaken ? await followDraft({ ...draft.start, onto }) : undefined;
    // Findings in the answer of the race stay.
    const judgements = [...faulty.judgements, ...(again?.judgements ?? [])];
    const overtaken = faulty.isOvertaken && write ? { overtaken: [write] } : {};
    all.push({
      draft,
      faulty: again ? { ...again, ...overtaken, judgements } : faulty,
      isAfresh,
    });
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
  const refused: (readonly [FaultyDraft, FollowedDraft])[] = [];
  let open: OpenDraft | undefined;
  const rest = [...byLatestRefusal(inDrawnOrder(drafts))];
  while (rest.length > 0) {
    const sent = await updateAtOnce(rest.splice(0, numberAtOnce(rest, open)), open);
    const [own, afresh] = [
      sent.filter(({ isAfresh }) => !isAfresh),
      sent.filter(({ isAfresh }) => isAfresh),
    ];
    for (const { draft, faulty } of afresh) outcomes.set(draft.start.test, { faulty });
    for (const { draft, faulty } of own) if (faulty.unchanged) refused.push([draft, faulty]);
    const changing = own.filter(({ faulty }) => faulty.unchanged === undefined);
    open = changing.length + afresh.length === 0 ? own.at(-1)?.faulty.unchanged : undefined;
    if (open) continue;
    for (const { draft, faulty } of changing)
      await reportAccepted(draft, faulty, refused.splice(0), outcomes);
    // The draft was changed by updates that are followed on others: these are sent again alone.
    for (const [draft, { judgements: met }] of refused.splice(0))
      outcomes.set(draft.start.test, { met });
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

/** Updates in groups that one draft can take: also those for an absence, whose draft holds nothing of what is absent (D1). */
const groupsOf = (drafts: readonly FaultyDraft[]): readonly (readonly FaultyDraft[])[] =>
  groupedByDraft(drafts).flatMap((group) => {
    const absent = group.flatMap((draft) => {
      const { before, without } = draft.start;
      return before && without !== undefined ? [{ draft, before, without }] : [];
    });
    const [first] = absent;
    if (!first) return [group];
    const { on, run } = first.draft.start;
    const grouped = groupedByAbsence(absent, `${operation(on).line}-draft`, run.generators);
    return grouped.map((each) =>
      each.map(({ draft, before }) => ({ ...draft, start: { ...draft.start, before } })),
    );
  });

/** Sends updates to as few drafts as can take them. */
export const updateAll = async (drafts: readonly FaultyDraft[]): Promise<Outcomes> => {
  const sent = await Promise.all(groupsOf(drafts).map(updateOne));
  return new Map(sent.flatMap((outcomes) => [...outcomes]));
};
