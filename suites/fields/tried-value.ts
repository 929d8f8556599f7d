import type { Call } from '../../client/http/client.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { minimiseBody } from '../../generators/minimal-body.ts';
import { subSeed } from '../../generators/sample.ts';
import { absentFields, reducedTo, thinned } from '../../generators/surroundings.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { type Absences, type Finding, isDisturbed, type Judgement } from '../../oracles/finding.ts';
import {
  judgeAcceptance,
  judgeStageNotReached,
  settleRefusal,
} from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { SmallestForm } from '../../spec/requirements/legal-values.ts';
import type { ProbeContext } from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import { withRepeat } from '../engine/sightings.ts';
import { withOwnData } from '../journey/state.ts';
import { tryVariant } from '../protocol/try-variant.ts';
import { type FollowedDraft, toFollowed } from './follow-draft.ts';
import type { ValuesRun } from './shared-draft.ts';
import {
  drawOf,
  followValue,
  isPricedWithoutField,
  type LegalDraw,
  priceWithoutField,
  stageOf,
  type ValueDraft,
  expectedFor,
  writeDraft,
} from './value-draft.ts';

const CONTROL_DRAWS = 20;

/** A body without the value, if complete bodies can omit it; drawn only after a refusal. */
const bodyWithout = (
  { generators: context }: Run,
  value: LegalValue,
  { control: first }: LegalPair,
  seed: number,
): object | undefined => {
  if (!value.holds(first, context)) return first;
  for (let draw = 0; draw < CONTROL_DRAWS; draw += 1) {
    const { control } = value.drawnPair(context, subSeed(seed, 'twin-of', draw));
    if (!value.holds(control, context)) return control;
  }
  return undefined;
};

/**
 * A control body of a draft, which lacks the same fields as the refused body, so that the lack of none is blamed on the value.
 * Undefined if every drawn body has the value.
 */
const controlOf = (
  run: Run,
  value: LegalValue,
  pair: LegalPair,
  seed: number,
): object | undefined => {
  const { generators } = run;
  const other = bodyWithout(run, value, pair, seed);
  const isOther = (body: object): boolean => !value.holds(body, generators);
  return other && reducedTo(pair.valid, value.body, other, generators, isOther);
};

/** Values that are an object without any of its optional fields. */
const SMALLEST: readonly string[] = ['empty', 'required-alone'] satisfies readonly SmallestForm[];

/** Optional fields that a body with a legal value lacks. */
const absencesIn = ({ name, pointer, body }: LegalValue, valid: object): Absences => {
  const all = absentFields(body, valid);
  if (name === 'absent') return { tested: [pointer], all };
  const tested = all.filter((field) => field.startsWith(`${pointer}/`));
  return SMALLEST.includes(name) && tested.length > 0 ? { tested, all } : { all };
};

const legAt = ({ legs }: FollowedDraft, stage: Stage) => legs.find((leg) => leg.stage === stage);

/** Tests if the draft with the value is accepted, and its control only if it is not; `tried` is its outcome. */
const judgeValueDraft = async (
  draft: ValueDraft,
  pair: LegalPair,
  tried: FollowedDraft,
): Promise<readonly Judgement[]> => {
  const { run, value, on, draw } = draft;
  const { requirement } = value;
  const until = stageOf(on);
  const isPriced = isPricedWithoutField(run, value, on, draw);
  const priced = isPriced ? await priceWithoutField(draft, tried) : [];
  const met = [...tried.judgements, ...priced];
  const leg = legAt(tried, until);
  const wanted = expectedFor(value);
  if (!leg) {
    const why = [toFollowed(tried), until] as const;
    return [...met, run.judge(judgeStageNotReached, requirement, on, wanted, ...why)];
  }
  const judged = run.judge(judgeAcceptance, leg.exchange, leg.operation, requirement, wanted);
  if (judged.verdict !== 'fail') return [...met, judged];
  const body = controlOf(run, value, pair, draft.seed);
  const control = body && (await followValue({ ...withOwnData(draft, 'twin'), body }, until));
  const shown = control && legAt(control, until)?.exchange;
  const outcome = isAccepted(shown) ? { accepted: shown } : 'refused';
  const absences = absencesIn(value, draft.body);
  const settled = run.judge(settleRefusal, judged, leg.exchange, outcome, absences);
  return [...met, ...(control?.judgements ?? []), ...settled];
};

/** The pair with minimal siblings, so that no other value can be to blame; fields that a price needs are kept. */
const smallPair = (run: Run, value: LegalValue, on: OperationId, pair: LegalPair): LegalPair => {
  if (!value.body.endsWith('-draft') || operation(on).step === 'price-request') return pair;
  const context = run.generators;
  const holds = (body: object) => value.holds(body, context);
  // For an absent field only the empty draft would be left, which DRAFT-02 covers.
  if (holds({})) return pair;
  return { ...pair, valid: minimiseBody(value.body, pair.valid, context, holds) };
};

/** The pair without the optional fields that the context excludes. */
const thinPair = (
  run: Run,
  value: LegalValue,
  { pair, context, seed }: Pick<LegalDraw, 'pair' | 'context' | 'seed'>,
): LegalPair => {
  const half = subSeed(seed, 'half');
  const valid = thinned({ ...context, half }, value.body, pair.valid, run.generators, (lacking) =>
    value.holds(lacking, run.generators),
  );
  return { ...pair, valid };
};

/** The draft of a pack that is written under the name of this probe, in this context. */
const ownPack = ({ legalDrafts }: ValuesRun, { test, context }: LegalDraw) => {
  const shared = legalDrafts.get(test);
  return shared?.test === test && shared.context === context ? shared : undefined;
};

/** Sends one body with a value, and its control if it is refused; a second attempt has the same data. */
export const sendPair = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  drawn: LegalDraw,
  name: string,
  attempt: 1 | 2 = 1,
): Promise<readonly Finding[]> => {
  const { draw, test, seed, context, pair } = drawn;
  if (value.body.endsWith('-draft')) {
    const shared = ownPack(run, drawn);
    const draft = shared ?? { run, value, on, draw, test, seed, context, body: pair.valid };
    const tried = await (shared && attempt === 1 ? shared.written() : writeDraft(draft));
    const judgements = await judgeValueDraft(draft, pair, tried);
    return judgements.map((each) => ({ ...each, test, attempt, seed }));
  }
  const variant = {
    requirement: value.requirement,
    name,
    expected: expectedFor(value),
    change: (legal: Call) => ({ ...legal, body: pair.valid }),
    control: (legal: Call) => ({
      ...legal,
      body: bodyWithout(run, value, pair, seed) ?? pair.control,
    }),
  };
  return tryVariant(run, operation(on), variant, { attempt, draw: 1, context });
};

/** Data of a try: a draw and its body size; by default the complete body, in the context of the draw. */
export interface ValueTry {
  readonly draw: number;
  readonly size?: 'small' | 'complete';
  readonly context?: ProbeContext;
}

/**
 * Tries a value with one draw, and repeats it with the same data if no answer is evidence about the value, or if another
 * requirement failed, which may depend on these data.
 */
export const tryOnce = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  { draw, size, ...other }: ValueTry,
): Promise<readonly Finding[]> => {
  const drawn = { ...drawOf(run, value, on, draw), ...other };
  const pair =
    size === 'small' ? smallPair(run, value, on, drawn.pair) : thinPair(run, value, drawn);
  const send = (attempt: 1 | 2) =>
    sendPair(run, value, on, { ...drawn, pair }, `legal/${value.id}/${draw}`, attempt);
  // A refusal is repeated with other bodies.
  const first = await send(1);
  const unproven = run.memory.sightings.unproven(value.requirement, first);
  const isOfData = (each: Finding): boolean =>
    isDisturbed(each) ||
    (each.verdict === 'fail' && each.requirement !== value.requirement && unproven.includes(each));
  return withRepeat(first, () => send(2), isOfData);
};
