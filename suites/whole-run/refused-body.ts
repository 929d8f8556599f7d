import { programFile } from '../../client/project.ts';
import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { withValueOf } from '../../generators/hybrid-bodies.ts';
import { leaves } from '../../generators/pointer.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { absentFields } from '../../generators/surroundings.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Absences, Judgement } from '../../oracles/finding.ts';
import { isContentRefused, judgeDecisiveValue } from '../../oracles/refusals/acceptance.ts';
import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINES } from '../../spec/line.ts';
import {
  isDraftWrite,
  operation,
  OPERATIONS,
  type OperationId,
  takesBodyOnDraft,
} from '../../spec/operations.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import { conditionsOf, isNewObject } from '../contexts/context.ts';
import type { Check, Checks, Try } from '../engine/checks.ts';
import { isReplayed } from '../engine/replay.ts';
import type { RefusedBody } from '../engine/refused-bodies.ts';
import { isAllowed } from '../journey/make-call.ts';
import { withOwnData } from '../journey/state.ts';
import { conditionsOnDraft } from './conditions-on-draft.ts';
import { decisivePair } from './decisive-pair.ts';
import {
  bodyOf,
  type DecisivePair,
  isExplainedBy,
  mendedBy,
  requirementOn,
  wantedFor,
  type Sent,
} from './decisive-value.ts';
import { BodyCalls, otherBodiesLike, reduceContext } from './body-calls.ts';
import { replayedBodies } from './replayed-bodies.ts';

/** Number of times that a decisive pair is sent again. */
const REPEATS = 3;
/** Number of other contents to try beside a decisive value: it has to be decisive in two of them (V17). */
const CONTENTS = 6;
const ACCEPTED_LATER = 'accepted, as the same body is when it is sent again';

/** A draft with other values in some fields, the same for equal data. */
const revisedLike = ({ one, on }: BodyCalls, content: object, nth: number): object => {
  const { line } = operation(on);
  const contents = revisedDraft(line, content as DraftOf<typeof line>, one.run.generators);
  return sample(contents, subSeed(one.seed, 'other content', nth));
};

/** Bodies of a pair, and the content of the draft on which they are sent. */
interface OtherContent {
  readonly refused: object;
  readonly accepted: object;
  readonly draft?: object;
}

/** The pair in another content, of its body or of its draft; undefined if that would break a rule. */
const inOtherContent = (
  calls: BodyCalls,
  { pointers, refused, accepted }: DecisivePair,
  nth: number,
): OtherContent | undefined => {
  const { on, draft } = calls;
  const { generators } = calls.one.run;
  if (draft)
    return {
      refused: refused.body,
      accepted: accepted.body,
      draft: revisedLike(calls, draft, nth),
    };
  const other = revisedLike(calls, refused.body, nth);
  const like = ({ body }: Sent): object =>
    pointers.reduce<object>((current, pointer) => withValueOf(current, pointer, body), other);
  const pair = { refused: like(refused), accepted: like(accepted) };
  const isLegal = Object.values(pair).every(
    (body) => brokenRulesOf(bodyOf(on), body, generators).length === 0,
  );
  return isLegal ? pair : undefined;
};

/** Optional fields that the refused body of a pair lacks, and those of them that the accepted one has. */
const absencesOf = (on: OperationId, { refused, accepted }: DecisivePair): Absences => {
  const all = absentFields(bodyOf(on), refused.body);
  const lacking = new Set(absentFields(bodyOf(on), accepted.body));
  const tested = all.filter((field) => !lacking.has(field));
  return { ...(tested.length > 0 && { tested }), all };
};

/** Judges a pair; `others`: conditions beside those of its context. */
const judge = (calls: BodyCalls, pair: DecisivePair, others: readonly string[]): boolean => {
  const { one, on, found } = calls;
  const requirement = requirementOn(on, pair, one.run.generators);
  const judged = one.run.judge(
    judgeDecisiveValue,
    requirement,
    wantedFor(pair),
    pair.refused.exchange,
    pair.accepted.exchange,
    pair.refused.draft,
    // Several fields together are no value of one of them.
    requirement === 'LEGAL-01' ? undefined : absencesOf(on, pair),
  );
  if (!judged) return false;
  const { context, country = context.country } = calls;
  const conditions = [...conditionsOf({ ...context, country }), ...others];
  found.push(conditions.length > 0 ? one.run.judge(judgeOnlyIf, judged, conditions) : judged);
  return true;
};

/** Judges a refusal of a body that is accepted later. An accepted one that is refused later may be a duplicate (D11). */
const judgeLater = (
  { one, found }: BodyCalls,
  refused: Exchange | undefined,
  later: Sent | undefined,
): void => {
  if (!refused || !later || !isAccepted(later.exchange)) return;
  const judged = one.run.judge(
    judgeDecisiveValue,
    'LEGAL-01',
    ACCEPTED_LATER,
    refused,
    later.exchange,
    later.draft,
  );
  if (judged) found.push(judged);
};

/**
 * True if both bodies are answered alike several times more, in changing order: a service that refuses now and then, or on every
 * second draft, decides on no value.
 */
const isStable = async (
  calls: BodyCalls,
  { refused, accepted }: DecisivePair,
): Promise<boolean> => {
  const isRefusedAgain = async (): Promise<boolean> => {
    const again = await calls.send(refused.body);
    // A used draft may refuse an update for now (R5).
    if (isNewObject(calls.context)) judgeLater(calls, refused.exchange, again);
    return again !== undefined && isContentRefused(again.exchange);
  };
  const isAcceptedAgain = async (): Promise<boolean> =>
    isAccepted((await calls.send(accepted.body))?.exchange);
  let isAlike = true;
  // All are sent in any case: a refusal that does not recur is a sighting.
  for (let nth = 1; nth <= REPEATS; nth += 1) {
    const turns = [isRefusedAgain, isAcceptedAgain];
    for (const again of nth % 2 === 1 ? turns : turns.toReversed())
      isAlike = (await again()) && isAlike;
  }
  return isAlike;
};

/** Judges a decisive value in this content and in another one; true if it fails. */
const judgeInContents = async (calls: BodyCalls, pair: DecisivePair): Promise<boolean> => {
  if (!(await isStable(calls, pair))) return false;
  const conditions = await conditionsOnDraft(calls, pair.refused);
  if (!judge(calls, pair, conditions)) return false;
  for (let nth = 1; nth <= CONTENTS; nth += 1) {
    const content = inOtherContent(calls, pair, nth);
    const refused = content && (await calls.send(content.refused, content));
    if (!refused || !isContentRefused(refused.exchange)) continue;
    const accepted = await calls.send(content.accepted, content);
    if (!accepted || !isAccepted(accepted.exchange)) continue;
    return judge(calls, { ...pair, refused, accepted }, conditions);
  }
  return false;
};

/**
 * Judges the values that decide on a refused body: of two that are refused only beside each other, each may be the one that the
 * service refuses. Returns those that fail.
 */
const lookAt = async (
  calls: BodyCalls,
  { body, refusal }: RefusedBody,
): Promise<readonly DecisivePair[]> => {
  const first = await calls.send(body);
  judgeLater(calls, refusal, first);
  if (!first || !isContentRefused(first.exchange)) return [];
  const others = otherBodiesLike(calls, body);
  const isUsed = !isNewObject(calls.context);
  if (isUsed && !(await reduceContext(calls, body, others))) return [];
  const known = new Set<string>();
  const failed: DecisivePair[] = [];
  for (const order of ['forward', 'backward'] as const) {
    const pair = await decisivePair(calls, first, others, order);
    const value = pair?.pointers.join() ?? '';
    if (!pair || known.has(value)) continue;
    known.add(value);
    if (await judgeInContents(calls, pair)) failed.push(pair);
  }
  return failed;
};

/**
 * True if one of these values is the reason of a refusal: with the accepted one in its place, the body is accepted. The body
 * itself is sent again, since a refusal that does not recur is a sighting.
 */
const isMended = async (
  calls: BodyCalls,
  { body, refusal }: RefusedBody,
  failed: readonly DecisivePair[],
): Promise<boolean> => {
  for (const pair of failed) {
    const mended = mendedBy(calls.on, body, pair, calls.one.run.generators);
    if (!mended || !isAccepted((await calls.send(mended))?.exchange)) continue;
    if (refusal) judgeLater(calls, refusal, await calls.send(body));
    return true;
  }
  return false;
};

const nameOf = (on: OperationId): string => `refused-body/${on}`;

/** Refused bodies to look at again, those with the most fields first. */
const refusedBefore = (one: Try, on: OperationId): readonly RefusedBody[] => {
  const { run } = one;
  if (!isAllowed(run, on)) return [];
  const bodies = isReplayed(run, `breakdowns/${nameOf(on)}`)
    ? replayedBodies(one, on)
    : run.memory.refusedBodies.on(on);
  return bodies.toSorted((a, b) => leaves(b.body).length - leaves(a.body).length);
};

const collect = async (on: OperationId, one: Try): Promise<readonly Judgement[]> => {
  const found: Judgement[] = [];
  const failed: DecisivePair[] = [];
  for (const [nth, refused] of refusedBefore(one, on).entries()) {
    if (one.run.stop.reason() !== undefined) break;
    if (failed.some(isExplainedBy(refused.body))) continue;
    const calls = new BodyCalls(withOwnData(one, nth), on, refused);
    if (!(await isMended(calls, refused, failed))) failed.push(...(await lookAt(calls, refused)));
    found.push(...calls.found);
  }
  return found;
};

const ON: readonly OperationId[] = OPERATIONS.filter(
  (each) => isDraftWrite(each) || takesBodyOnDraft(each),
).map(({ id }) => id);

const checkOn = (on: OperationId): Check => ({
  requirement: 'LEGAL-01',
  line: operation(on).line,
  operations: [on],
  name: nameOf(on),
  collect: (one) => collect(on, one),
});

/** Requirements that a decisive value on an operation may break. */
const requirementsOn = (on: OperationId): readonly RequirementId[] => [
  ...bodyRows(bodyOf(on))
    .map((row) => legalRequirementId(bodyOf(on), row))
    .filter((id) => CATALOGUE.has(id)),
  ...LEGAL_VALUES.filter(({ body }) => body === bodyOf(on)).map(({ requirement }) => requirement),
];

/**
 * LEGAL-01, …-LEGAL-… (V17): a legal value, or the lack of a field, that is refused only beside others, such as those of its
 * draft, so that the bodies of its own probes were accepted. Bodies that the run saw refused are looked at again: which one value
 * decides on each?
 */
export const refusedBodies: Checks = {
  suite: 'breakdowns',
  file: programFile(import.meta.url),
  judges: [judgeDecisiveValue],
  checks: LINES.flatMap((line) => ON.filter((on) => operation(on).line === line)).map(checkOn),
  besides: [
    {
      requirements: [...new Set(ON.flatMap(requirementsOn))],
      judges: [judgeDecisiveValue],
    },
  ],
};
