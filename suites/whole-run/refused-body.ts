import { programFile } from '../../client/project.ts';
import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { withValueOf } from '../../generators/hybrid-bodies.ts';
import { leaves } from '../../generators/pointer.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Judgement } from '../../oracles/finding.ts';
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
import type { RefusedBody } from '../engine/refused-updates.ts';
import { isAllowed } from '../journey/make-call.ts';
import { withOwnData } from '../journey/state.ts';
import { decisivePair } from './decisive-pair.ts';
import {
  bodyOf,
  type DecisivePair,
  isExplainedBy,
  requirementOn,
  wantedFor,
  type Written,
} from './decisive-value.ts';
import { completesLike, BodyWrites, reduceContext } from './body-writes.ts';
import { replayedBodies } from './replayed-bodies.ts';

/** Number of times that a decisive pair is written again. */
const REPEATS = 3;
/** Number of other contents to try beside a decisive value: it has to be decisive in two of them (V17). */
const CONTENTS = 6;
const ACCEPTED_LATER = 'accepted, as the same body is when it is sent again';

/** A draft with other values in some fields, the same for equal data. */
const revisedLike = ({ one, on }: BodyWrites, content: object, nth: number): object => {
  const { line } = operation(on);
  const contents = revisedDraft(line, content as DraftOf<typeof line>, one.run.generators);
  return sample(contents, subSeed(one.seed, 'other content', nth));
};

/** The pair in which other values are changed alike; undefined if that would break a rule. Of a body on a draft, it is the draft. */
const inOtherContent = (
  writes: BodyWrites,
  { pointers, refused, accepted }: DecisivePair,
  nth: number,
): readonly [object, object] | undefined => {
  const { on } = writes;
  const { generators } = writes.one.run;
  if (writes.draft) {
    writes.draft = revisedLike(writes, writes.draft, nth);
    return [refused.body, accepted.body];
  }
  const other = revisedLike(writes, refused.body, nth);
  const like = ({ body }: Written): object =>
    pointers.reduce<object>((current, pointer) => withValueOf(current, pointer, body), other);
  const pair = [like(refused), like(accepted)] as const;
  const isLegal = pair.every((body) => brokenRulesOf(bodyOf(on), body, generators).length === 0);
  return isLegal ? pair : undefined;
};

const judge = (writes: BodyWrites, pair: DecisivePair): boolean => {
  const { one, on, found } = writes;
  const judged = one.run.judge(
    judgeDecisiveValue,
    requirementOn(on, pair, one.run.generators),
    wantedFor(pair),
    pair.refused.exchange,
    pair.accepted.exchange,
    writes.draft,
  );
  if (!judged) return false;
  const { context, country = context.country } = writes;
  const conditions = conditionsOf({ ...context, country });
  found.push(conditions.length > 0 ? one.run.judge(judgeOnlyIf, judged, conditions) : judged);
  return true;
};

/** Judges a refusal of a body that is accepted later. An accepted one that is refused later may be a duplicate (D11). */
const judgeLater = (
  { one, found }: BodyWrites,
  refused: Exchange | undefined,
  later: Written | undefined,
): void => {
  if (!refused || !later || !isAccepted(later.exchange)) return;
  const judged = one.run.judge(
    judgeDecisiveValue,
    'LEGAL-01',
    ACCEPTED_LATER,
    refused,
    later.exchange,
  );
  if (judged) found.push(judged);
};

/** True if both bodies are answered alike several times more: a service that refuses now and then decides on no value. */
const isStable = async (
  writes: BodyWrites,
  { refused, accepted }: DecisivePair,
): Promise<boolean> => {
  for (let nth = 1; nth <= REPEATS; nth += 1) {
    const again = await writes.write(refused.body);
    // A used draft may refuse an update for now (R5).
    if (isNewObject(writes.context)) judgeLater(writes, refused.exchange, again);
    if (!again || !isContentRefused(again.exchange)) return false;
    if (!isAccepted((await writes.write(accepted.body))?.exchange)) return false;
  }
  return true;
};

/** Judges a decisive value in this content and in another one; true if it fails. */
const judgeInContents = async (writes: BodyWrites, pair: DecisivePair): Promise<boolean> => {
  if (!(await isStable(writes, pair)) || !judge(writes, pair)) return false;
  for (let nth = 1; nth <= CONTENTS; nth += 1) {
    const [mine, other] = inOtherContent(writes, pair, nth) ?? [];
    const refused = mine && (await writes.write(mine));
    if (!refused || !other || !isContentRefused(refused.exchange)) continue;
    const accepted = await writes.write(other);
    if (!accepted || !isAccepted(accepted.exchange)) continue;
    return judge(writes, { ...pair, refused, accepted });
  }
  return false;
};

/**
 * Judges the values that decide on a refused body: of two that are refused only beside each other, each may be the one that the
 * service refuses. Returns those that fail.
 */
const lookAt = async (
  writes: BodyWrites,
  { body, refusal }: RefusedBody,
): Promise<readonly DecisivePair[]> => {
  const first = await writes.write(body);
  judgeLater(writes, refusal, first);
  if (!first || !isContentRefused(first.exchange)) return [];
  const completes = completesLike(writes, body);
  const isUsed = !isNewObject(writes.context);
  if (isUsed && !(await reduceContext(writes, body, completes))) return [];
  const known = new Set<string>();
  const failed: DecisivePair[] = [];
  for (const order of ['forward', 'backward'] as const) {
    const pair = await decisivePair(writes, first, completes, order);
    const value = pair?.pointers.join() ?? '';
    if (!pair || known.has(value)) continue;
    known.add(value);
    if (await judgeInContents(writes, pair)) failed.push(pair);
  }
  return failed;
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
    const writes = new BodyWrites(withOwnData(one, nth), on, refused);
    failed.push(...(await lookAt(writes, refused)));
    found.push(...writes.found);
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
