import { programFile } from '../../client/project.ts';
import {
  judgeDraftFault,
  judgeUnobservableFault,
  FLAG_STATUS,
} from '../../oracles/refusals/draft-fault.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import { judgeRefusedUpdates } from '../../oracles/state/refused-call.ts';
import { unobservableReason } from '../../oracles/ledger.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import {
  BODY_DIMENSIONS,
  CALL_DIMENSIONS,
  type DimensionName,
  DRAFT_DIMENSIONS,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withNewObject,
  withPlain,
} from '../contexts/context.ts';
import { dimensionsOn } from '../contexts/items.ts';
import { drawContext, drawPart } from '../contexts/draw-context.ts';
import type { AnnouncedProbe, Subject } from '../engine/suite.ts';
import type { Run } from '../engine/run.ts';
import { isReplayed } from '../engine/replay.ts';
import {
  type FollowedDraft,
  followControl,
  toFollowed,
  lastStageOf,
  writtenBy,
} from './follow-draft.ts';
import {
  registerFaulty,
  followWithHistory,
  type FaultsRun,
  type FaultyDraft,
  legalOf,
  sendBatch,
  shareControl,
} from './batched-faults.ts';
import { isByAbsence, isFlag, stageOf, triedFaultOf } from './tried-fault.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { isBorderClear, START_DATE_BORDERS } from '../../generators/invalid/rule-faults.ts';

/** Steps that a draft's fault is judged on: the writes, and the price request for fields that only a price needs (E5). */
const STEPS = ['draft-create', 'draft-update', 'price-request'];

const operationsOf = ({ operations }: BodyFault): readonly OperationId[] =>
  operations.filter((on) => STEPS.includes(operation(on).step));

const OF_DRAFTS = ALL_FAULTS.filter(
  (fault) => fault.body.endsWith('-draft') && operationsOf(fault).length > 0,
);

/** The faults of each requirement. */
const OF_REQUIREMENT = Map.groupBy(OF_DRAFTS, ({ requirement }) => requirement);

/** True for the only fault of a requirement that shows at the write. */
export const isOnlyFault = ({ requirement, surroundings }: BodyFault): boolean =>
  OF_REQUIREMENT.get(requirement)?.length === 1 && surroundings.includes('siblings');

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

const probesOf = (run: Run, fault: BodyFault): readonly DraftProbe[] =>
  operationsOf(fault)
    .filter(
      (on) =>
        run.judges(fault.requirement, on) ||
        (isFlag(fault) && run.judges(FLAG_STATUS, on)) ||
        isReplayed(run, `fields/${on}/${fault.id}`),
    )
    .map((on) => ({ fault, line: operation(on).line, on }));

/** Every draft fault on every operation that has to refuse it, if the ledger has the cell. */
export const draftProbes = (run: Run): readonly DraftProbe[] =>
  OF_DRAFTS.flatMap((each) => probesOf(run, each));

/** Probes of the border between 30 and 31 days. They are separate because part of the day cannot judge them (W3). */
export const borderProbes = (run: Run): readonly DraftProbe[] =>
  START_DATE_BORDERS.flatMap((each) => probesOf(run, each));

/** Tests if a probe of the date border can be judged now. */
export const isBorderJudgeable = (run: Run): boolean =>
  isBorderClear(new Date(Date.now() + run.plan.ahead), run.plan.today);

/** A fault on one of the operations that write a draft. */
export interface DraftProbe {
  readonly fault: BodyFault;
  readonly line: Line;
  readonly on: OperationId;
}

/**
 * Number of bodies that the faults of an operation share in two draws; a fault that its own body cannot have goes into another
 * one.
 */
const BODIES = 5;

/** Dimensions of the calls of a faulty draft, and of the updated draft. */
const OF_CALLS: Readonly<Record<'create' | 'update', readonly DimensionName[]>> = {
  create: CALL_DIMENSIONS,
  // No contract: another one of the draft may be a replay of the first (K2), which says nothing about the fault.
  update: [...DRAFT_DIMENSIONS, 'items', 'beside'],
};

const callDimensions = ({ on, line }: Pick<DraftProbe, 'on' | 'line'>): readonly DimensionName[] =>
  dimensionsOn(line, OF_CALLS[writtenBy(on)]);

/** Number of contexts of the drafts of an operation; faults that share a body share its context. */
const CONTEXTS = 60;

/** Dimensions that apply to a probe: those of its body that the fault has, and those of a used draft if there is one. */
const drawnFor = (
  { fault, on, line }: DraftProbe,
  { start: { before, until } }: FaultyDraft,
): readonly DimensionName[] => [
  ...BODY_DIMENSIONS.filter((name) => fault.surroundings.includes(name)),
  ...(before === undefined ? OF_CALLS.create : callDimensions({ on, line })).filter(
    (name) => name !== 'beside' || until === 'write',
  ),
];

/** Position of each fault among those of its requirement. */
const ORDINALS: ReadonlyMap<BodyFault, number> = new Map(
  [...OF_REQUIREMENT.values()].flatMap((faults) => faults.map((fault, at) => [fault, at] as const)),
);

/**
 * Places of the bodies that may carry a fault, the preferred one first. The faults of one requirement have different ones, and
 * so have the draws of a fault.
 */
const placesOf = (fault: BodyFault, draw: number): readonly number[] => {
  const turn = draw - 1;
  const own = subSeed(0, fault.requirement) + (ORDINALS.get(fault) ?? 0) + 2 * (turn % 2);
  return Array.from(
    { length: BODIES },
    (_, next) => BODIES * Math.floor(turn / 2) + ((own + next) % BODIES),
  );
};

/** The pair of a draw of a probe, with the surroundings of its fault. */
const drawPair = (run: Run, { fault, on }: DraftProbe, draw: number) => {
  const { generators, plan } = run;
  const bodyAt = (place: number) => {
    const seed = subSeed(plan.seed, 'fields', on, place);
    return { seed, around: drawContext(plan.seed, `bodies/${on}`, place, BODY_DIMENSIONS) };
  };
  const bodies = placesOf(fault, draw).map(bodyAt);
  // A fault that needs all fields shares a body that has them.
  const needsAll = !fault.surroundings.includes('siblings');
  const isShared = ({ around }: (typeof bodies)[number]): boolean =>
    !needsAll || around.siblings === PLAIN.siblings;
  for (const { seed, around } of bodies.filter(isShared)) {
    const pair = fault.sharedPair(generators, seed, around);
    if (pair) return { seed, around, pair };
  }
  const { seed, around } = bodies[0] ?? bodyAt(0);
  return { seed, around, pair: fault.drawnPair(generators, seed, around) };
};

/** Name, seed, context and pair of a draw of a probe; the same at any concurrency and in any selection. */
export const drawOf = (run: Run, probe: DraftProbe, draw: number) => {
  const { fault, on } = probe;
  const { seed, around, pair } = drawPair(run, probe, draw);
  const calls = subSeed(0, JSON.stringify(pair.valid)) % CONTEXTS;
  const drawn = drawPart(run.plan.seed, `fields/${on}`, calls, callDimensions(probe));
  const body = BODY_DIMENSIONS.filter((name) => !fault.surroundings.includes(name)).reduce(
    withPlain,
    around,
  );
  const stage = stageOf(run, fault.checkpoint);
  // A draft that is accepted at its write is followed alone.
  const alone = stage === 'write' ? {} : { beside: PLAIN.beside };
  const context = { ...body, ...drawn, ...alone };
  // A fault that only a contract reveals has a draft of its own, any other fault a control request of its own: two thirds of
  // these are new.
  const isNew = stage === 'contract' && calls % 3 !== 0;
  return {
    test: `fields/${on}/${fault.id}/${draw}`,
    seed,
    pair,
    context: isNew ? withNewObject(context) : context,
  };
};

/** A draw of a probe as announced: its faulty draft and the control request. */
export const announcedDraft = (run: FaultsRun, probe: DraftProbe, draw: number): AnnouncedProbe => {
  const { test, seed, context, pair } = drawOf(run, probe, draw);
  if (isDrawn(run, probe, { attempt: 1 }) && unobservable(run, probe) === undefined)
    registerFaulty(run, faultyDraft(run, probe, pair, { test, seed, context }));
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
  const before = isByAbsence({ faulty, valid }) ? {} : { before: valid };
  const start = { run, test, seed, context, on, body: faulty, until, ...before, ...labels };
  return { start, valid, tried: { ...triedFaultOf(fault, on), onlyIf }, fault: fault.id };
};

/** Judgement on a fault whose refusal no run can observe on this target; undefined if it is to be sent (C8, E6). */
export const unobservable = (run: Run, { fault, on }: DraftProbe): Judgement | undefined => {
  const { requirement, what } = fault;
  const why = unobservableReason(requirement, on, run.target);
  if (why === undefined) return undefined;
  return run.judge(judgeUnobservableFault, { requirement, operation: on, what }, why);
};

/** Result of a pair that was sent with others of the same body; undefined if it is sent alone. */
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
  const legal = legalOf(draft, lastStageOf(faulty));
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
  const asJudged = [toFollowed(faulty), toFollowed(control), draft.start.until] as const;
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

/** The faulty update of a fault that shares the body of a draw, to precede another update. */
export const updateBefore = (run: Run, probe: DraftProbe, draw: number): FaultyDraft => {
  const { test, seed, context, pair } = drawOf(run, probe, draw);
  return faultyDraft(run, probe, pair, { test, seed, context });
};
