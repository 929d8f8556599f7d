import { isRefused, isAccepted } from '../../oracles/answers/answer-form.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { valueAt } from '../../generators/pointer.ts';
import { groupOf, inLanguage, LANGUAGE, thinned } from '../../generators/surroundings.ts';
import { type Pack, packsOf } from '../../generators/packed-values.ts';
import { judgeAcceptance } from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import type { FollowedDraft } from './follow-draft.ts';
import {
  type DimensionName,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withNewObject,
} from '../contexts/context.ts';
import { withOwnData } from '../journey/state.ts';
import { subSeed } from '../../generators/sample.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import { isSmall, type MeetingRun, packContext } from './pack-context.ts';
import {
  drawOf,
  followValue,
  isPricedWithoutField,
  legalTest,
  stageOf,
  type ValueDraft,
  expectedFor,
} from './value-draft.ts';

/** A draft that covers other values as well: written once, by the first caller. */
interface SharedDraft extends ValueDraft {
  readonly drawn: readonly DimensionName[];
  readonly written: () => Promise<FollowedDraft>;
}

/** A pack of values, and the draft that covers them: that of the first announced value. */
interface SharedPack extends Pack {
  readonly context: ProbeContext;
  /** Dimensions of its context that were drawn. */
  readonly drawn: readonly DimensionName[];
  draft?: SharedDraft;
}

/** A run of legal values: the packs of each operation and draw, and the draft that covers each value, by the value's test. */
export interface ValuesRun extends MeetingRun {
  readonly sharedPacks: Map<string, readonly SharedPack[]>;
  readonly legalDrafts: Map<string, SharedDraft>;
}

/** The same run before any value was announced. */
export const valuesRun = (run: Run): ValuesRun => ({
  ...run,
  sharedPacks: new Map(),
  legalDrafts: new Map(),
  metValues: new Map(),
});

/** A draw of a legal value on an operation. */
interface Draw {
  readonly value: LegalValue;
  readonly on: OperationId;
  /** Name shared by all its draws. */
  readonly name: string;
  readonly draw: number;
}

/**
 * Maximum number of values that one draft covers. Few of the fields whose absence is priced, since a tariff may require one of
 * them.
 */
const MAX_VALUES = { priced: 4, written: 24 } as const;

const areInSameGroup = (one: LegalValue, other: LegalValue): boolean =>
  groupOf(one.body, one.pointer) === groupOf(other.body, other.pointer);

/** Packs of the values of an operation; those that are priced are separate. */
const packsOn = (run: ValuesRun, on: OperationId, draw: number): readonly SharedPack[] => {
  const group = `${on}/${draw}`;
  const known = run.sharedPacks.get(group);
  if (known) return known;
  // Draws complement earlier ones, in whatever order they are asked for.
  if (draw > 1) packsOn(run, on, draw - 1);
  const { generators: context } = run;
  const { line } = operation(on);
  const seed = subSeed(run.plan.seed, 'legal', on, draw);
  const all = LEGAL_VALUES.filter(
    (value) => value.operations.includes(on) && value.applies(context),
  );
  const {
    priced = [],
    languages = [],
    written = [],
  } = Object.groupBy(all, (value) => {
    if (isPricedWithoutField(run, value, on, draw)) return 'priced';
    return value.pointer === LANGUAGE ? 'languages' : 'written';
  });
  const isTogether = isSmall(run, on, draw) ? areInSameGroup : undefined;
  const packing = { on, context, seed, most: MAX_VALUES.written, isTogether };
  const first = packsOf(priced, { on, context, seed, most: MAX_VALUES.priced });
  const packs = packsOf(written, packing, first);
  const contexts = packs.map((pack, place) => packContext(run, pack, { on, draw, place }));
  const isKept = ({ values }: Pack, changed: object): boolean =>
    values.every((value) => value.holds(changed, context));
  const spoken = packs.map((pack, place) => {
    const language = contexts[place]?.context.language ?? PLAIN.language;
    const body = inLanguage(`${line}-draft`, pack.body, language);
    return isKept(pack, body) ? { ...pack, body } : pack;
  });
  const shared = packsOf(languages, packing, spoken).map((pack, place) => {
    const { drawn, context: own } = contexts[place] ?? packContext(run, pack, { on, draw, place });
    const isSpoken = (changed: object): boolean =>
      own.language === PLAIN.language ||
      valueAt(changed, LANGUAGE) === valueAt(pack.body, LANGUAGE);
    const isSmaller = (changed: object): boolean => isSpoken(changed) && isKept(pack, changed);
    const body = thinned(
      { ...own, half: subSeed(seed, place) },
      `${line}-draft`,
      pack.body,
      context,
      isSmaller,
    );
    return {
      // In the order of their announcement.
      values: all.filter((value) => pack.values.includes(value)),
      body,
      drawn,
      context: { ...own, language: PLAIN.language },
    };
  });
  run.sharedPacks.set(group, shared);
  return shared;
};

/** The pack that holds the value of a draw; undefined for a body that is not a draft, and for a value at a price. */
const packOf = (run: ValuesRun, { value, on, draw }: Draw): SharedPack | undefined =>
  value.body.endsWith('-draft') && stageOf(on) === 'write'
    ? packsOn(run, on, draw).find(({ values }) => values.includes(value))
    : undefined;

/**
 * True if the draft of a pack also covers the value of a draw. It is named after the pack's first value, so that a replay sends
 * the same requests whatever the selection. Without the first value, and in a replay, each of the others has a draft of its
 * own.
 */
const isCoveredBy = ({ draft, values }: SharedPack, run: Run, { value, name }: Draw): boolean =>
  values[0] === value || (draft !== undefined && !isReplayed(run, name));

/** Pointers of the values whose absence is priced; undefined if there are none. */
const lackedPointers = (
  run: Run,
  values: readonly LegalValue[],
  on: OperationId,
  draw: number,
): string | undefined => {
  const lacking = values.filter((value) => isPricedWithoutField(run, value, on, draw));
  return lacking.length > 0 ? lacking.map(({ pointer }) => pointer).join(', ') : undefined;
};

const wasRefused = ({ legs }: FollowedDraft): boolean => isRefused(legs.at(-1)?.exchange);

/**
 * Writes a draft in its context. If the service refuses a draft without its values there as well, it may (R5), and a new draft
 * decides; a server error is not such a refusal.
 */
const writeInContext = async (
  draft: ValueDraft,
  body: object,
  until: Stage,
): Promise<FollowedDraft> => {
  const write = (each: ValueDraft) => followValue(each, until, { readBack: true });
  const { context = PLAIN } = draft;
  const written = await write(draft);
  if (isNewObject(context) || !wasRefused(written)) return written;
  const control = await write({ ...withOwnData(draft, 'control'), body });
  const met = [...written.judgements, ...control.judgements];
  if (!wasRefused(control)) return { ...written, judgements: met };
  for (const each of [draft.body, body])
    draft.run.memory.refusedUpdates.note(operation(draft.on).line, { context, body: each });
  const afresh = await write({ ...draft, context: withNewObject(context) });
  return { ...afresh, judgements: [...met, ...afresh.judgements] };
};

/** A draft in the context of a pack, written once; a draft that lacks fields is also priced (S9). */
const inPack = (
  { context, drawn }: SharedPack,
  { control, ...own }: ValueDraft & Pick<LegalPair, 'control'>,
): SharedDraft => {
  const until = own.lacking === undefined ? 'write' : 'price';
  const draft = { ...own, context, drawn };
  let writing: Promise<FollowedDraft> | undefined;
  return { ...draft, written: () => (writing ??= writeInContext(draft, control, until)) };
};

/**
 * Evidence that a draft with this value, written for another one, was accepted and, if required, priced; undefined if it was
 * not.
 */
export const coveredBy = async (
  value: LegalValue,
  { run, on, draw, written, test, seed }: SharedDraft,
): Promise<Finding | undefined> => {
  const { legs } = await written();
  const write = legs.find(({ stage }) => stage === 'write');
  const price = legs.find(({ stage }) => stage === 'price');
  if (!write || (isPricedWithoutField(run, value, on, draw) && !isAccepted(price?.exchange)))
    return undefined;
  const about = [value.requirement, expectedFor(value)] as const;
  const judged = run.judge(judgeAcceptance, write.exchange, write.operation, ...about);
  return judged.verdict === 'pass' ? { ...judged, test, attempt: 1, seed } : undefined;
};

/** A draw of a value as announced: its body and control, or the probe whose draft covers it. */
export const announcedValue = (
  run: ValuesRun,
  value: LegalValue,
  on: OperationId,
  draw: number,
): AnnouncedProbe => {
  const { legalDrafts } = run;
  const { pair, ...start } = drawOf(run, value, on, draw);
  const { test: name } = start;
  if (!value.body.endsWith('-draft')) return { name, data: pair };
  const own = { run, value, on, ...start, body: pair.valid, control: pair.control };
  const drawn = { value, on, draw, name: legalTest(value, on) };
  const pack = packOf(run, drawn);
  if (!pack) return { name, data: pair };
  const isShared = isCoveredBy(pack, run, drawn);
  const lacking = lackedPointers(run, isShared ? pack.values : [value], on, draw);
  const draft = () => inPack(pack, { ...own, ...(isShared && { body: pack.body }), lacking });
  const shown = isShared ? (pack.draft ??= draft()) : draft();
  legalDrafts.set(name, shown);
  return { name, data: shown.test === name ? { ...pair, valid: shown.body } : shown.test };
};
