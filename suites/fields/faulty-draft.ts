import { programFile } from '../../client/project.ts';
import {
  judgeDraftFault,
  judgeUnseenFault,
  FLAG_STATUS,
} from '../../oracles/refusals/draft-fault.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { subSeed } from '../../generators/sample.ts';
import { isRefused } from '../../oracles/answers/answer-form.ts';
import { judgeRefusedUpdates } from '../../oracles/state/refused-call.ts';
import { whyUnseen } from '../../oracles/ledger.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import {
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
import { type FollowedDraft, followControl, followed, reachedBy, viaOf } from './follow-draft.ts';
import {
  announceFaulty,
  followAfter,
  type FaultsRun,
  type FaultyDraft,
  legalOf,
  sentTogether,
} from './faults-together.ts';
import { isByAbsence, isFlag, stageOf, triedOf } from './tried-fault.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import { isBorderClear, START_DATE_BORDERS } from '../../generators/invalid/rule-faults.ts';

/** Operations that a draft's fault is judged on: the writes, and the price request for fields that only a price needs (E5). */
const STEPS = ['draft-create', 'draft-update', 'price-request'];

const operationsOf = ({ operations }: BodyFault): readonly OperationId[] =>
  operations.filter((on) => STEPS.includes(operation(on).step));

const OF_DRAFTS = ALL_FAULTS.filter(
  (fault) => fault.body.endsWith('-draft') && operationsOf(fault).length > 0,
);

/** Requirements that a draft with one fault shows to be broken, by its acceptance or by the form of its refusal (E1, S3). */
export const faultyDrafts: Subject = {
  file: programFile(import.meta.url),
  requirements: [
    ...new Set([
      ...OF_DRAFTS.map(({ requirement }) => requirement),
      FLAG_STATUS,
      'STATUS-02',
    ] as const),
  ],
  judges: [judgeDraftFault, judgeUnseenFault],
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

/** The probes of the border between 30 and 31 days; beside the others, since a part of the day cannot judge them (W3). */
export const borderProbes = (run: Run): readonly DraftProbe[] =>
  START_DATE_BORDERS.flatMap((each) => probesOf(run, each));

/** Tests if a probe of the date border can be sent now. */
export const isBorderOpen = (run: Run): boolean =>
  isBorderClear(new Date(Date.now() + run.plan.ahead), run.plan.today);

/** A fault of one line on one of the operations that write a draft. */
export interface DraftProbe {
  readonly fault: BodyFault;
  readonly line: Line;
  readonly on: OperationId;
}

/** Bodies that the faults of an operation are put into; a fault that its own cannot have goes into one of the others. */
const BODIES = 5;

/** Dimensions that the body of a faulty draft follows from, and those of its calls and of the draft that is updated. */
const OF_BODY = ['siblings', 'listPosition'] as const;
const OF_CALLS: Readonly<Record<'create' | 'update', readonly DimensionName[]>> = {
  create: ['country'],
  update: [...DRAFT_DIMENSIONS, 'items'],
};

const callDimensions = ({ on, line }: Pick<DraftProbe, 'on' | 'line'>): readonly DimensionName[] =>
  dimensionsOn(line, OF_CALLS[viaOf(on)]);

/** Contexts of the drafts of an operation; faults that share a body share its context. */
const CONTEXTS = 60;

/** Dimensions that count for a probe: those of its body as far as the fault has them, and of a draft that is used if there is one. */
const drawnFor = (
  { fault, on, line }: DraftProbe,
  { start: { before } }: FaultyDraft,
): readonly DimensionName[] => [
  ...OF_BODY.filter((name) => fault.surroundings.includes(name)),
  ...(before === undefined ? OF_CALLS.create : callDimensions({ on, line })),
];

/** The pair of a draw of a probe, with what surrounds its fault. */
const drawPair = (run: Run, { fault, on }: DraftProbe, draw: number) => {
  const { generators, plan } = run;
  const own = subSeed(0, fault.id) % BODIES;
  const bodyAt = (number: number) => {
    const seed = subSeed(plan.seed, 'fields', on, number, draw);
    const place = number + BODIES * (draw - 1);
    return { seed, around: drawContext(plan.seed, `bodies/${on}`, place, OF_BODY) };
  };
  for (let next = 0; next < BODIES; next += 1) {
    const { seed, around } = bodyAt((own + next) % BODIES);
    const pair = fault.sharedPair(generators, seed, around);
    if (pair) return { seed, around, pair };
  }
  const { seed, around } = bodyAt(own);
  return { seed, around, pair: fault.drawnPair(generators, seed, around) };
};

/** The name, the seed, the context and the pair of a draw of a probe, which are the same at any concurrency and in any selection. */
export const drawOf = (run: Run, probe: DraftProbe, draw: number) => {
  const { fault, on } = probe;
  const { seed, around, pair } = drawPair(run, probe, draw);
  const calls = subSeed(0, JSON.stringify(pair.valid)) % CONTEXTS;
  const drawn = drawPart(run.plan.seed, `fields/${on}`, calls, callDimensions(probe));
  const body = OF_BODY.filter((name) => !fault.surroundings.includes(name)).reduce(
    withPlain,
    around,
  );
  const context = { ...body, ...drawn };
  // A fault that a contract decides has its draft to itself, and another one its control request: two thirds of these are new.
  const isNew = stageOf(run, fault.checkpoint) === 'contract' && calls % 3 !== 0;
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
  if (isDrawn(run, probe, { attempt: 1 }) && unseen(run, probe) === undefined)
    announceFaulty(run, faultyDraft(run, probe, pair, { test, seed, context }));
  return { name: test, data: pair };
};

/** Source of a finding, apart from its attempt at the drawn data. */
export type Origin = Pick<Finding, 'test' | 'attempt' | 'seed' | 'path'>;

/** A try of a pair: its source, its context (left out: the plain one), and the conditions that the finding names. */
export interface PairTry extends Origin {
  readonly context?: ProbeContext | undefined;
  readonly onlyIf?: readonly string[] | undefined;
}

/** True for the first use of a pair as drawn; a repeat or a replay has a control request of its own. */
const isDrawn = (
  run: Run,
  { fault, on }: DraftProbe,
  { attempt, path }: Pick<Origin, 'attempt' | 'path'>,
): boolean => attempt === 1 && path === undefined && !isReplayed(run, `fields/${on}/${fault.id}`);

/** The faulty draft up to its refusal, and the body that its fault was put into. */
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
  return { start, valid, tried: { ...triedOf(fault, on), onlyIf }, fault: fault.id };
};

/** Judgement on a fault that the target lets no run see refused; undefined if it is to be sent (C8, E6). */
export const unseen = (run: Run, { fault, on }: DraftProbe): Judgement | undefined => {
  const { requirement, what } = fault;
  const why = whyUnseen(requirement, on, run.target);
  if (why === undefined) return undefined;
  return run.judge(judgeUnseenFault, { requirement, operation: on, what }, why);
};

/** Result of a pair that was sent beside others of the same body; undefined if it is sent alone. */
const togetherWith = async (
  run: FaultsRun,
  probe: DraftProbe,
  draft: FaultyDraft,
  origin: PairTry,
) => (isDrawn(run, probe, origin) ? sentTogether(run, draft) : undefined);

/** The updates that the draft of a pair had refused before it, when the pair was sent beside others; none if it was alone. */
export const updatesBefore = async (
  run: FaultsRun,
  probe: DraftProbe,
  pair: FaultPair,
  origin: PairTry,
): Promise<readonly FaultyDraft[]> => {
  const draft = faultyDraft(run, probe, pair, origin);
  return (await togetherWith(run, probe, draft, origin))?.before ?? [];
};

/** True if neither of two drafts came beyond its write. */
const areBothRefused = (...drafts: readonly FollowedDraft[]): boolean =>
  drafts.every(({ legs: [write] }) => isRefused(write?.exchange));

/**
 * Sends one faulty draft beside its control request, as far as its checkpoint; returns the judgements of all answers. With a
 * history both go to fresh drafts that have to refuse these updates first.
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
  const together = await togetherWith(run, probe, drawn, origin);
  // A context in which the control request is refused is the service's right (R5): the plain one decides.
  const isRefusedThere = together !== undefined && together.faulty === undefined;
  const draft = isRefusedThere ? faultyDraft(run, probe, pair, origin) : drawn;
  const { before = history, met = [] } = together ?? {};
  const faulty = together?.faulty ?? (await followAfter(history, draft.start));
  const legal = legalOf(draft, reachedBy(faulty));
  const alone = () =>
    history.length > 0 ? followAfter(history, legal) : followControl(legal, faulty);
  const control = together?.control ?? (await alone());
  const onTheWay = [...met, ...faulty.judgements, ...control.judgements];
  const from = (judgements: readonly Judgement[]) =>
    judgements.map((each) => ({ ...each, ...origin }));
  const { context: made = PLAIN } = draft.start;
  const isUsedUp = !isNewObject(made) && areBothRefused(faulty, control);
  const nth = before.length > 0 ? before.length + 1 : undefined;
  const asJudged = [followed(faulty), followed(control), draft.start.until] as const;
  const judged = run.judge(judgeDraftFault, { ...draft.tried, nth }, ...asJudged);
  if (isUsedUp || control.isRespelled) {
    // The draft takes no more updates, which is the service's right (R5), or its spelling was refused (W2): a new one decides.
    const spelled = control.isRespelled ? withPlain(made, 'country') : made;
    const inNew = { ...origin, context: withNewObject(spelled), onlyIf };
    // A status that the control request got, too, is that of a draft that takes no more changes (S18).
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

/** The faulty update for a fault that a draw puts into the same body, for sending before another one. */
export const updateBefore = (run: Run, probe: DraftProbe, draw: number): FaultyDraft => {
  const { test, seed, context, pair } = drawOf(run, probe, draw);
  return faultyDraft(run, probe, pair, { test, seed, context });
};
