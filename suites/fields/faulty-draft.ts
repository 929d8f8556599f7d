import { programFile } from '../../client/project.ts';
import {
  judgeDraftFault,
  judgeUnobservableFault,
  FLAG_STATUS,
} from '../../oracles/refusals/draft-fault.ts';
import type { FaultPair } from '../../generators/invalid/fault.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import { judgeRefusedUpdates } from '../../oracles/state/refused-call.ts';
import { unobservableReason } from '../../oracles/ledger.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';

import {
  isNewObject,
  PLAIN,
  type ProbeContext,
  withNewObject,
  withPlain,
} from '../contexts/context.ts';
import type { AnnouncedProbe, Subject } from '../engine/suite.ts';
import type { Run } from '../engine/run.ts';
import { isReplayed } from '../engine/replay.ts';
import { type FollowedDraft, followControl, toFollowed, lastStageOf } from './follow-draft.ts';
import { type FaultyDraft, legalOf } from './batch-outcome.ts';
import { registerFaulty, type FaultsRun, sendBatch, shareControl } from './batched-faults.ts';
import { followWithHistory } from './batched-updates.ts';
import { contentBesideAbsence, isByAbsence } from './fault-by-absence.ts';
import { stageOf, triedFaultOf } from './tried-fault.ts';
import { type DraftProbe, isFirstCallDraw, OF_DRAFTS } from './draft-probes.ts';
import { drawnFor } from './draft-candidates.ts';
import { drawOf } from './draw-draft.ts';

/** Requirements that a draft with one fault can show to be broken, by its acceptance or by the form of its refusal (E1, S3). */
export const faultyDrafts: Subject = {
  file: programFile(import.meta.url),
  requirements: [
    ...new Set([
      ...OF_DRAFTS.map(({ requirement }) => requirement),
      FLAG_STATUS,
      'STATUS-02',
    ] as const),
  ],
  judges: [judgeDraftFault, judgeUnobservableFault],
  // A refused update has no effect.
  besides: [{ requirements: ['DRAFT-05'], judges: [judgeRefusedUpdates] }],
};

/** A draw of a probe as announced: its faulty draft and the control request. */
export const announcedDraft = (run: FaultsRun, probe: DraftProbe, draw: number): AnnouncedProbe => {
  const { test, seed, context, pair } = drawOf(run, probe, draw);
  if (isDrawn(run, probe, { attempt: 1 }) && unobservable(run, probe) === undefined)
    registerFaulty(run, {
      ...faultyDraft(run, probe, pair, { test, seed, context }),
      isFirstCall: isFirstCallDraw(run, probe, draw),
    });
  return { name: test, data: pair };
};

/** Source of a finding, except its attempt at the drawn data. */
export type Origin = Pick<Finding, 'test' | 'attempt' | 'seed' | 'path'>;

/** A try of a pair: its source, its context (default: plain), and the conditions that the finding names. */
export interface PairTry extends Origin {
  readonly context?: ProbeContext | undefined;
  readonly onlyIf?: readonly string[] | undefined;
}

/** True for the first use of a pair as drawn; a repeat or a replay has its own control request. */
const isDrawn = (
  run: Run,
  { fault, on }: DraftProbe,
  { attempt, path }: Pick<Origin, 'attempt' | 'path'>,
): boolean => attempt === 1 && path === undefined && !isReplayed(run, `fields/${on}/${fault.id}`);

/** The faulty draft up to its refusal, and the legal body that carries the fault. */
const faultyDraft = (
  run: Run,
  { fault, on }: DraftProbe,
  { faulty, valid }: FaultPair,
  { test, seed, context, onlyIf }: Pick<PairTry, 'test' | 'seed' | 'context' | 'onlyIf'>,
): FaultyDraft => {
  const until = stageOf(run, fault.checkpoint);
  const labels = { intent: 'faulty', breaks: fault.requirement } as const;
  const start = { run, test, seed, context, on, body: faulty, until, ...labels };
  const name = `${fault.id}@${test.slice(test.lastIndexOf('/') + 1)}`;
  const before = isByAbsence({ faulty, valid })
    ? contentBesideAbsence(fault.body, { faulty, valid }, run.generators)
    : { before: valid };
  const tried = { ...triedFaultOf(fault, on), onlyIf };
  return { start: { ...start, ...before }, valid, tried, name };
};

/** Judgement on a fault whose refusal no run can observe on this target; undefined if it is to be sent (C8, E6). */
export const unobservable = (run: Run, { fault, on }: DraftProbe): Judgement | undefined => {
  const { requirement, what } = fault;
  const why = unobservableReason(requirement, on, run.target);
  if (why === undefined) return undefined;
  return run.judge(judgeUnobservableFault, { requirement, operation: on, what }, why);
};

/** Result of a pair that was sent with others; undefined if it is sent alone. */
const batchOutcome = async (
  run: FaultsRun,
  probe: DraftProbe,
  draft: FaultyDraft,
  origin: PairTry,
) => (isDrawn(run, probe, origin) ? sendBatch(run, draft) : undefined);

/** Updates that the draft of a pair refused before it, if the pair was sent with others; empty if it was sent alone. */
export const updatesBefore = async (
  run: FaultsRun,
  probe: DraftProbe,
  pair: FaultPair,
  origin: PairTry,
): Promise<readonly FaultyDraft[]> => {
  const draft = faultyDraft(run, probe, pair, origin);
  return (await batchOutcome(run, probe, draft, origin))?.before ?? [];
};

/** True if both drafts ended at their write. */
const areBothRefused = (...drafts: readonly FollowedDraft[]): boolean =>
  drafts.every(({ legs: [write] }) => isRefused(write?.exchange));

/**
 * Sends one faulty draft and its control request up to its checkpoint; returns the judgements of all answers. With a history,
 * both go to fresh drafts that have to refuse these updates first.
 */
export const sendPair = async (
  run: FaultsRun,
  probe: DraftProbe,
  pair: FaultPair,
  { context, onlyIf, ...origin }: PairTry,
  history: readonly FaultyDraft[] = [],
): Promise<readonly Finding[]> => {
  const drawn = faultyDraft(run, probe, pair, { ...origin, context, onlyIf });
  run.memory.contexts.note(probe.fault.requirement, context ?? PLAIN, drawnFor(probe, drawn));
  const together = await batchOutcome(run, probe, drawn, origin);
  // The service may refuse the control request in a context (R5): the plain context decides.
  const isRefusedThere = together !== undefined && together.faulty === undefined;
  const draft = isRefusedThere ? faultyDraft(run, probe, pair, origin) : drawn;
  const { before = history, met = [] } = together ?? {};
  const faulty = together?.faulty ?? (await followWithHistory(history, draft.start));
  const reached = lastStageOf(faulty);
  // A contract may come after the last step that may refuse the fault (E4).
  const end = reached === 'contract' ? reached : draft.start.until;
  const legal = legalOf(draft, reached);
  const alone = () => {
    if (history.length > 0) return followWithHistory(history, legal);
    const isOwn = together === undefined || isRefusedThere || faulty.unchanged !== undefined;
    return isOwn ? followControl(legal, faulty) : shareControl(run, draft, legal.until);
  };
  const control = together?.control ?? (await alone());
  const onTheWay = [...met, ...faulty.judgements, ...control.judgements];
  const from = (judgements: readonly Judgement[]) =>
    judgements.map((each) => ({ ...each, ...origin }));
  const { context: made = PLAIN } = draft.start;
  const isUsedUp = !isNewObject(made) && areBothRefused(faulty, control);
  const nth = before.length > 0 ? before.length + 1 : undefined;
  const asJudged = [toFollowed(faulty), toFollowed(control), end] as const;
  const judged = run.judge(judgeDraftFault, { ...draft.tried, nth }, ...asJudged);
  if (isUsedUp || control.isRespelled) {
    // The draft accepts no more updates, which the service may do (R5), or its spelling was refused (W2): a new draft decides.
    const spelled = control.isRespelled ? withPlain(made, 'country') : made;
    const inNew = { ...origin, context: withNewObject(spelled), onlyIf };
    // If the control request got the same status, it is the status of a draft that accepts no more changes (S18).
    const closed = control.legs[0]?.exchange.response?.status;
    const sightings = judged.filter(
      ({ verdict, status }) => verdict === 'fail' && (!isUsedUp || status !== closed),
    );
    return [
      ...from([...onTheWay, ...sightings]),
      ...(await sendPair(run, probe, pair, { ...inNew, attempt: 2 }, history)),
    ];
  }
  return from([...onTheWay, ...judged]);
};

/** The faulty update of a fault in a draw, to precede another update. */
export const updateBefore = (run: Run, probe: DraftProbe, draw: number): FaultyDraft => {
  const { test, seed, context, pair } = drawOf(run, probe, draw);
  return faultyDraft(run, probe, pair, { test, seed, context });
};
