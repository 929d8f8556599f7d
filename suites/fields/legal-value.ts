import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import {
  judgeBlamedAbsence,
  judgeAtLarge,
  judgeStageNotReached,
  judgeAcceptance,
  settleRefusal,
} from '../../oracles/refusals/acceptance.ts';
import { programFile } from '../../client/project.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import type { Call } from '../../client/http/client.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { minimiseBody } from '../../generators/minimal-body.ts';
import { type Finding, type Judgement, isDisturbed } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { tryVariant } from '../protocol/legal-variants.ts';
import { changedIn, PLAIN, type ProbeContext } from '../contexts/context.ts';
import { seenInContext } from '../contexts/seen-in-context.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { seenAgain } from '../engine/sightings.ts';
import { shownBy, type ValuesRun } from './shared-draft.ts';
import {
  drawOf,
  followValue,
  FURTHER_FROM,
  isPricedWithout,
  type LegalDraw,
  priceWithout,
  stageOf,
  testOf,
  type ValueDraft,
  wantedOf,
  writeDraft,
} from './value-draft.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import { type FollowedDraft, followed } from './follow-draft.ts';
import { anew } from '../journey/state.ts';
import { isTaken } from '../../oracles/answers/answer-form.ts';

const CONTROL_DRAWS = 20;

/** A control body without the value, if complete bodies can omit it; drawn only when the value was refused. */
const controlOf = (run: Run, value: LegalValue, pair: LegalPair, seed: number): object => {
  if (!value.holds(pair.control, run.generators)) return pair.control;
  for (let draw = 0; draw < CONTROL_DRAWS; draw += 1) {
    const { control } = value.drawnPair(run.generators, subSeed(seed, 'twin-of', draw));
    if (!value.holds(control, run.generators)) return control;
  }
  return pair.control;
};

const legAt = ({ legs }: FollowedDraft, stage: Stage) => legs.find((leg) => leg.stage === stage);

/** Tests if the draft with the value is accepted, and its control only if it is not; `tried` is its outcome. */
const judgeValueDraft = async (
  draft: ValueDraft,
  pair: LegalPair,
  tried: FollowedDraft,
): Promise<readonly Judgement[]> => {
  const { run, value, on } = draft;
  const { requirement } = value;
  const until = stageOf(on);
  const priced = isPricedWithout(run, value, on) ? await priceWithout(draft, tried) : [];
  const met = [...tried.judgements, ...priced];
  const leg = legAt(tried, until);
  const wanted = wantedOf(value);
  if (!leg) {
    const why = [followed(tried), until] as const;
    return [...met, run.judge(judgeStageNotReached, requirement, on, wanted, ...why)];
  }
  const judged = run.judge(judgeAcceptance, leg.exchange, leg.operation, requirement, wanted);
  if (judged.verdict !== 'fail') return [...met, judged];
  const body = controlOf(run, value, pair, draft.seed);
  const control = await followValue({ ...anew(draft, 'twin'), body }, until);
  const shown = legAt(control, until)?.exchange;
  const outcome = isTaken(shown) ? { accepted: shown } : 'refused';
  const settled = run.judge(settleRefusal, judged, leg.exchange, outcome);
  return [...met, ...control.judgements, ...settled];
};

/** The pair with little beside the value, so that nothing else can be to blame; fields that a price needs stay in. */
const smallPair = (run: Run, value: LegalValue, on: OperationId, pair: LegalPair): LegalPair => {
  if (!value.body.endsWith('-draft') || operation(on).step === 'price-request') return pair;
  const context = run.generators;
  const holds = (body: object) => value.holds(body, context);
  // For an absent field only the empty draft would be left, which DRAFT-02 covers.
  if (holds({})) return pair;
  return {
    valid: minimiseBody(value.body, pair.valid, context, holds),
    control: holds(pair.control)
      ? pair.control
      : minimiseBody(value.body, pair.control, context, (body) => !holds(body)),
  };
};

/** The draft of a pack of values that is written under the name of this probe, in this context. */
const ownPack = ({ legalDrafts }: ValuesRun, { test, context }: LegalDraw) => {
  const shared = legalDrafts.get(test);
  return shared?.test === test && shared.context === context ? shared : undefined;
};

/** Sends one body with a value, and its control if it is refused; a second attempt has the same data. */
const sendPair = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  drawn: LegalDraw,
  name: string,
  attempt: 1 | 2 = 1,
): Promise<readonly Finding[]> => {
  const { test, seed, context, pair } = drawn;
  if (value.body.endsWith('-draft')) {
    const shared = ownPack(run, drawn);
    const draft = shared ?? { run, value, on, test, seed, context, body: pair.valid };
    const tried = await (shared && attempt === 1 ? shared.written() : writeDraft(draft));
    const judgements = await judgeValueDraft(draft, pair, tried);
    return judgements.map((each) => ({ ...each, test, attempt, seed }));
  }
  const variant = {
    requirement: value.requirement,
    name,
    wanted: wantedOf(value),
    change: (legal: Call) => ({ ...legal, body: pair.valid }),
    control: (legal: Call) => ({ ...legal, body: controlOf(run, value, pair, seed) }),
  };
  return tryVariant(run, operation(on), variant, attempt, 1);
};

/** Data of a try of a value: a draw, and what of it is sent; left out: the complete body, in the context of the draw. */
interface ValueTry {
  readonly draw: number;
  readonly size?: 'small' | 'complete';
  readonly context?: ProbeContext;
}

const once = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  { draw, size, ...other }: ValueTry,
): Promise<readonly Finding[]> => {
  const drawn = { ...drawOf(run, value, on, draw), ...other };
  const pair = size === 'small' ? smallPair(run, value, on, drawn.pair) : drawn.pair;
  const send = (attempt: 1 | 2) =>
    sendPair(run, value, on, { ...drawn, pair }, `legal/${value.id}/${draw}`, attempt);
  // A missing answer is no evidence about the value; a refusal is repeated with other bodies.
  return seenAgain(await send(1), () => send(2), isDisturbed);
};

/** Number of bodies that are searched for the optional fields of an object. */
const ABSENCE_DRAWS = 5;

/** Sends bodies that each lack one field of an object, after the body without all of them was refused. */
const tryAbsences = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  const tried = new Set<string>();
  for (let draw = FURTHER_FROM; draw < FURTHER_FROM + ABSENCE_DRAWS; draw += 1) {
    const drawn = drawOf(run, value, on, draw);
    for (const { body, ...absent } of value.absences(drawn.pair, run.generators)) {
      if (tried.has(absent.pointer)) continue;
      tried.add(absent.pointer);
      const pair = { valid: body, control: drawn.pair.control };
      const lacking = { ...value, ...absent, name: 'absent' };
      findings.push(
        ...(await sendPair(run, lacking, on, { ...drawn, pair }, `legal/${value.id}/${draw}`)),
      );
    }
  }
  return findings.filter(({ requirement }) => requirement !== value.requirement);
};

/** Bodies that a refused value is tried in before it is to blame: another value of a body is in half of them at most. */
const FURTHER_BODIES = 12;
/** Bodies that are tried while every control request is refused as well: it may share another value that is to blame. */
const FURTHER_CONTROLS = 3;
/** A finding with its judgement replaced; nothing of the former one is left. */
const rejudged = ({ test, attempt, seed }: Finding, judgement: Judgement): Finding => ({
  ...judgement,
  test,
  attempt,
  seed,
});

/** Reclassifies a refusal whose value is accepted elsewhere. */
const atLarge = (run: Run, finding: Finding, { requirement }: LegalValue): Finding =>
  finding.requirement !== requirement || finding.verdict === 'pass'
    ? finding
    : rejudged(finding, run.judge(judgeAtLarge, finding));

const saysOf =
  ({ requirement: wanted }: LegalValue) =>
  (findings: readonly Finding[], verdict: Finding['verdict']): boolean =>
    findings.some((each) => each.requirement === wanted && each.verdict === verdict);

/** Tries a value that is not accepted yet with further bodies, in the plain context. */
const tryFurther = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
  first: readonly Finding[],
): Promise<readonly Finding[]> => {
  const says = saysOf(value);
  const found = [...first];
  let refused = says(first, 'fail');
  for (let further = 1; further <= (refused ? FURTHER_BODIES : FURTHER_CONTROLS); further += 1) {
    // A small body leaves others' values out, and a complete one includes fields whose absence may be refused.
    const size = further % 2 === 1 ? 'small' : 'complete';
    const next = await once(run, value, on, { draw: FURTHER_FROM * further + draw, size });
    refused ||= says(next, 'fail');
    if (says(next, 'pass')) return [...found.map((each) => atLarge(run, each, value)), ...next];
    found.push(...next);
  }
  if (!says(found, 'fail')) return found;
  const absences = await tryAbsences(run, value, on);
  const absence = absences.find(({ verdict }) => verdict === 'fail');
  const blamed = found.map((each) =>
    absence && each.requirement === value.requirement && each.verdict === 'fail'
      ? rejudged(each, run.judge(judgeBlamedAbsence, each, absence))
      : each,
  );
  return [...blamed, ...absences];
};

const tryLegalValue = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
): Promise<readonly Finding[]> => {
  const says = saysOf(value);
  const name = testOf(value, on, draw);
  const shared = run.legalDrafts.get(name);
  const { context = PLAIN } = shared ?? drawOf(run, value, on, draw);
  run.memory.contexts.note(value.requirement, context, shared?.drawn ?? ['country']);
  const shown = shared && shared.test !== name ? await shownBy(value, shared) : undefined;
  if (shown) return [shown];
  const first = await once(run, value, on, { draw, context });
  const isSettled = (findings: readonly Finding[]): boolean =>
    says(findings, 'pass') || says(findings, 'observed');
  if (isSettled(first) && !first.some(({ verdict }) => verdict === 'fail')) return first;
  if (changedIn(context).length === 0 && !isSettled(first))
    return tryFurther(run, value, on, draw, first);
  const again = (further: number, other: ProbeContext) =>
    once(run, value, on, { draw: FURTHER_FROM * further + draw, context: other });
  const inPlain = async (): Promise<readonly Finding[]> => {
    // Failures that the universal oracles found once recur on a repeat, or were chance.
    if (isSettled(first)) return again(1, PLAIN);
    const plain = await once(run, value, on, { draw, context: PLAIN });
    return isSettled(plain) ? plain : tryFurther(run, value, on, draw, plain);
  };
  const plain = await inPlain();
  // In another body (V17), the same in each context.
  const seen = await seenInContext(run, context, first, plain, (other) =>
    again(FURTHER_BODIES + 1, other),
  );
  // A context in which the control request is refused as well is the service's right (R5); a server error is not.
  const isFree = ({ requirement, verdict, status = 0 }: Finding): boolean =>
    requirement === value.requirement && verdict === 'inconclusive' && status < 500;
  const kept = first.filter((each) => !isFree(each));
  const isElsewhere = seen.length === 0 && isSettled(plain);
  // The finding that names the context comes first: it is the one to be shown.
  return [
    ...seen,
    ...(isElsewhere ? kept.map((each) => atLarge(run, each, value)) : kept),
    ...plain,
  ];
};

/**
 * V17: a legal value is accepted if one body with it is, including another value's draft. It is to blame for a refusal if every
 * body with it is refused while the controls are accepted. If one body is accepted, the refusal is due to another value of the
 * body, which has a test of its own.
 */
export const collectLegalValue = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
): Promise<readonly Finding[]> => {
  const findings = await tryLegalValue(run, value, on, draw);
  // Once all its values were tested, the outcome of a draft can be garbage-collected.
  run.legalDrafts.delete(testOf(value, on, draw));
  return findings;
};

/** The legal values that a service has to take. */
export const legalValues: Subject = {
  file: programFile(import.meta.url),
  requirements: [...new Set(LEGAL_VALUES.map(({ requirement }) => requirement))],
  judges: [judgeAcceptance, settleRefusal, judgeStageNotReached, judgeAtLarge, judgeBlamedAbsence],
  // A value that is accepted elsewhere is a legal request at large, and a breakdown is no refusal (V17, S9).
  besides: [
    {
      requirements: [LEGAL_CALL.accepted, LEGAL_CALL.sound],
      judges: [settleRefusal, judgeAtLarge],
    },
  ],
};
