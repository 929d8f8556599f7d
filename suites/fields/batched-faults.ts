import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import { operation } from '../../spec/operations.ts';
import { BODY_DIMENSIONS, PLAIN } from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import { mapConcurrently } from '../engine/schedule.ts';
import {
  type BatchOutcome,
  bodyOf,
  type FaultyDraft,
  legalOf,
  noteControl,
  type Outcomes,
  writeIn,
} from './batch-outcome.ts';
import { updateAll } from './batched-updates.ts';
import { type FollowedDraft, followControl, followDraft, writtenBy } from './follow-draft.ts';

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
const batchOf = ({ start: { on, before, without, context }, valid }: FaultyDraft): string => {
  const calls = Object.entries(context ?? PLAIN).filter(([name]) => !OF_EACH.includes(name));
  const { line } = operation(on);
  const body = writtenBy(on) === 'create' ? valid : undefined;
  const content = before === undefined ? 'none' : without === undefined ? 'whole' : 'partial';
  return JSON.stringify([line, writtenBy(on), body, content, calls]);
};

/** Registers a faulty draft to be sent with others. */
export const registerFaulty = ({ announced }: FaultsRun, draft: FaultyDraft): void => {
  const name = batchOf(draft);
  announced.set(name, [...(announced.get(name) ?? []), draft]);
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

/** Sends each draft that is the first call on its own apart, and the other updates to as few drafts as can take them. */
const sendUpdates = async (drafts: readonly FaultyDraft[]): Promise<Outcomes> => {
  const first = drafts.filter(({ isFirstCall }) => isFirstCall);
  const others = drafts.filter(({ isFirstCall }) => !isFirstCall);
  const apart = Map.groupBy(first, bodyOf).values().map(sendApart);
  const sent = await Promise.all([updateAll(others), ...apart]);
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
  const sendAll = writtenBy(draft.start.on) === 'create' ? sendApart : sendUpdates;
  const sent = begun.get(name) ?? sendAll(drafts);
  begun.set(name, sent);
  return (await sent).get(draft.start.test);
};
