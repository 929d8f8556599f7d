import { programFile } from '../../client/project.ts';
import type { LegalValue } from '../../generators/legal-value.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import {
  judgeAcceptance,
  judgeAcceptedElsewhere,
  judgeBlamedAbsence,
  judgeStageNotReached,
  settleRefusal,
} from '../../oracles/refusals/acceptance.ts';
import { showsInReadBacks } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import {
  CALL_DIMENSIONS,
  changedIn,
  PLAIN,
  type ProbeContext,
  withPlain,
} from '../contexts/context.ts';
import { repeatInContext } from '../contexts/repeat-in-context.ts';
import type { Cases } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { announcedValue, coveredBy, type ValuesRun } from './shared-draft.ts';
import { sendPair, tryOnce } from './tried-value.ts';
import { drawOf, FURTHER_FROM, legalTest, testOf } from './value-draft.ts';

/** Number of bodies to search for the optional fields of an object. */
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
      const holds = (each: object): boolean => matchingPointers(each, absent.pointer).length === 0;
      const lacking = { ...value, ...absent, name: 'absent', holds };
      findings.push(
        ...(await sendPair(run, lacking, on, { ...drawn, pair }, `legal/${value.id}/${draw}`)),
      );
    }
  }
  return findings.filter(({ requirement }) => requirement !== value.requirement);
};

/** Number of bodies with a refused value before the value is to blame: any other value is in at most half of them. */
const FURTHER_BODIES = 12;
/** Number of bodies to try while every control request is refused as well: it may share another value that is to blame. */
const FURTHER_CONTROLS = 3;
/** A finding with its judgement replaced; keeps nothing of the former judgement. */
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
    : rejudged(finding, run.judge(judgeAcceptedElsewhere, finding));

/** True if the path is not served (S16), for the control request neither: another body is no evidence about the value. */
const isUnserved =
  ({ requirement: wanted }: LegalValue) =>
  ({ requirement, verdict, status = 0 }: Finding): boolean =>
    requirement === wanted && verdict === 'inconclusive' && (status === 405 || status === 501);

const saysOf =
  ({ requirement: wanted }: LegalValue) =>
  (findings: readonly Finding[], verdict: Finding['verdict']): boolean =>
    findings.some((each) => each.requirement === wanted && each.verdict === verdict);

/** Bodies in which a value is tried: after these findings, in a context (plain by default), from this number on. */
interface FurtherBodies {
  readonly first?: readonly Finding[];
  readonly context?: ProbeContext;
  readonly from?: number;
}

/** Tries a value in further bodies until one is accepted: a single body may hold another value that is to blame (V17). */
const tryFurther = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
  { first = [], context = PLAIN, from = 0 }: FurtherBodies,
): Promise<readonly Finding[]> => {
  const says = saysOf(value);
  const found = [...first];
  let refused = says(first, 'fail');
  for (let further = 1; further <= (refused ? FURTHER_BODIES : FURTHER_CONTROLS); further += 1) {
    // A small body omits other values, and a complete one includes fields whose absence may be refused.
    const number = from + further;
    const size = number % 2 === 1 ? 'small' : 'complete';
    const body = { draw: FURTHER_FROM * number + draw, size } as const;
    const next = await tryOnce(run, value, on, { ...body, context });
    refused ||= says(next, 'fail');
    if (says(next, 'pass')) return [...found.map((each) => atLarge(run, each, value)), ...next];
    found.push(...next);
  }
  return found;
};

/** Judges a value that is refused in every body: the absence of a field that it leaves out may be to blame instead (V17). */
const judgeRefused = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  found: readonly Finding[],
): Promise<readonly Finding[]> => {
  if (!saysOf(value)(found, 'fail')) return found;
  const absences = await tryAbsences(run, value, on);
  const absence = absences.find(({ verdict }) => verdict === 'fail');
  const blamed = found.map((each) =>
    absence && each.requirement === value.requirement && each.verdict === 'fail'
      ? rejudged(each, run.judge(judgeBlamedAbsence, each, absence))
      : each,
  );
  return [...blamed, ...absences];
};

/** Repeats a value whose path was not served: in its context, as a fail needs two sightings, and in the plain one. */
const tryUnserved = async (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  { draw, context }: { readonly draw: number; readonly context: ProbeContext },
): Promise<readonly Finding[]> => {
  const again = await tryOnce(run, value, on, { draw, context });
  const isPlain = changedIn(context).length === 0;
  return isPlain ? again : [...again, ...(await tryOnce(run, value, on, { draw, context: PLAIN }))];
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
  run.memory.contexts.note(value.requirement, context, shared?.drawn ?? CALL_DIMENSIONS);
  const shown = shared && shared.test !== name ? await coveredBy(value, shared) : undefined;
  if (shown) return [shown];
  const first = await tryOnce(run, value, on, { draw, context });
  const isSettled = (findings: readonly Finding[]): boolean =>
    says(findings, 'pass') || says(findings, 'observed');
  const unproven = run.memory.sightings.unproven(value.requirement, first);
  if (isSettled(first) && !unproven.some(({ verdict }) => verdict === 'fail')) return first;
  if (first.some(isUnserved(value)))
    return [...first, ...(await tryUnserved(run, value, on, { draw, context }))];
  if (changedIn(context).length === 0 && !isSettled(first)) {
    const found = await tryFurther(run, value, on, draw, { first });
    return says(found, 'pass') ? found : judgeRefused(run, value, on, found);
  }
  const inPlain = async (): Promise<readonly Finding[]> => {
    // Failures found by the universal oracles recur on a repeat, or were chance.
    if (isSettled(first)) return tryOnce(run, value, on, { draw: FURTHER_FROM + draw });
    const plain = await tryOnce(run, value, on, { draw, context: PLAIN });
    return isSettled(plain) ? plain : tryFurther(run, value, on, draw, { first: plain });
  };
  const plain = await inPlain();
  // The service may refuse the control request as well in a context (R5), but not with a server error.
  const isOwn = ({ requirement }: Finding): boolean => requirement === value.requirement;
  const isFree = (each: Finding): boolean =>
    isOwn(each) && each.verdict === 'inconclusive' && (each.status ?? 0) < 500;
  const kept = first.filter((each) => !isFree(each));
  // In bodies of few fields the lack of another field may be to blame, which the end of the run decides.
  const repeated = withPlain(context, 'siblings');
  const seen = await repeatInContext(run, repeated, unproven, plain, (other) =>
    tryFurther(run, value, on, draw, {
      context: other,
      // Begins with a complete body, as the refused one was, whose refusal is thus repeated.
      from: FURTHER_BODIES + 1,
    }),
  );
  if (says(plain, 'fail') && !says(plain, 'pass'))
    return [...seen, ...(await judgeRefused(run, value, on, [...kept, ...plain]))];
  const isElsewhere = !seen.some(isOwn) && isSettled(plain);
  // The finding that names the context comes first: it is the one reports show.
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

/** Number of drafts for each value in a certify: of drafts that hold many values, and of other bodies. */
const CERTIFY_DRAWS = { draft: 5, other: 2 } as const;

/**
 * Number of drafts for each value. In a gate, two if the second ones cost few requests, because they hold many values: creations,
 * and updates of motor gap, whose first drafts are new, since they may lack a field and are priced.
 */
const drawsOf = (run: Run, { body }: LegalValue, on: OperationId): number => {
  const { line, step } = operation(on);
  const isDraft = body.endsWith('-draft');
  if (run.plan.thorough) return CERTIFY_DRAWS[isDraft ? 'draft' : 'other'];
  const isCheap = step === 'draft-create' || (line === 'gap' && step === 'draft-update');
  return isDraft && isCheap ? 2 : 1;
};

/** True if a value must be sent: its cell is judged, or a landlord read-back that shows it, or it is replayed. */
const isSent = (run: Run, value: LegalValue, on: OperationId): boolean =>
  run.judges(value.requirement, on) ||
  run.cells.some((cell) => cell.operation === on && showsInReadBacks(cell.requirement)) ||
  isReplayed(run, legalTest(value, on));

/** Legal values that a service must accept (V17); one draft covers all values that it holds. */
export const legalValues: Cases<ValuesRun> = {
  file: programFile(import.meta.url),
  requirements: [...new Set(LEGAL_VALUES.map(({ requirement }) => requirement))],
  judges: [judgeAcceptance, settleRefusal, judgeStageNotReached, judgeBlamedAbsence],
  // A value accepted elsewhere is reported as a refused legal request, and a server error is no refusal (V17, S9).
  besides: [
    { requirements: [LEGAL_CALL.accepted], judges: [judgeAcceptedElsewhere] },
    { requirements: [LEGAL_CALL.sound], judges: [settleRefusal] },
  ],
  cases: (run) =>
    LEGAL_VALUES.filter((value) => value.applies(run.generators)).flatMap((value) =>
      value.operations
        .filter((on) => isSent(run, value, on))
        .map((on) => ({
          requirement: value.requirement,
          line: operation(on).line,
          name: legalTest(value, on),
          draws: drawsOf(run, value, on),
          announced: (draw) => announcedValue(run, value, on, draw),
          collect: (draw) => collectLegalValue(run, value, on, draw),
        })),
    ),
};
