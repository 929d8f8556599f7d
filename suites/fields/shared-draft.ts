import { programFile } from '../../client/project.ts';
import { isTaken } from '../../oracles/answers/answer-form.ts';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { type Pack, packsOf } from '../../generators/packed-values.ts';
import { judgeAcceptance } from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { LegalValue, LegalPair } from '../../generators/legal-value.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { type FollowedDraft, followDraft } from './follow-draft.ts';
import {
  type DimensionName,
  DRAFT_DIMENSIONS,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withNewObject,
} from '../contexts/context.ts';
import { dimensionsOn } from '../contexts/items.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { anew, type Start } from '../journey/state.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgePriceWithout } from '../../oracles/prices/price-outcome.ts';
import type { AnnouncedProbe, Subject } from '../engine/suite.ts';
import { seenAgain } from '../engine/sightings.ts';

/** Tests if a draft without a field is also priced: once, after the operation that writes it first (S9). */
export const isPricedWithout = (
  run: Run,
  { name, operations }: LegalValue,
  on: OperationId,
): boolean => {
  const price = operationOf(operation(on).line, 'price-request');
  return (
    name === 'absent' &&
    operations[0] === on &&
    operation(on).step !== 'price-request' &&
    price !== undefined &&
    run.applies('ERROR-01', price.id)
  );
};

/** A draft that is written to show that a legal value is taken. */
export interface ValueDraft extends Start {
  readonly value: LegalValue;
  readonly on: OperationId;
  readonly body: object;
  /** Pointers to the fields that it lacks and that its price is to do without; left out: that of the value. */
  readonly lacking?: string;
}

/**
 * Follows a draft with a legal value, or without it, up to a stage. A draft that was used before holds the body already, so that
 * the update changes nothing that the service may fix (D1, R5).
 */
export const followValue = (
  { run, test, seed, context = PLAIN, on, body }: ValueDraft,
  until: Stage,
  readBack?: { readonly readBack: true },
): Promise<FollowedDraft> => {
  const before = isNewObject(context) ? {} : { before: body };
  const start = { run, test, seed, context, on, body, until, intent: 'open', ...before } as const;
  return followDraft({ ...start, ...readBack });
};

/** Judgements on the price of a draft without the field; a server error is repeated with the same data and with others. */
export const priceWithout = async (
  draft: ValueDraft,
  tried: FollowedDraft,
): Promise<readonly Judgement[]> => {
  const { run, value, lacking = value.pointer } = draft;
  const breakdownIn = ({ legs }: FollowedDraft, without: string): readonly Judgement[] =>
    legs.flatMap(({ stage, exchange }) =>
      stage === 'price' ? run.judge(judgePriceWithout, exchange, without) : [],
    );
  const askAgain = async (name: string, body: object, without: string) => {
    const again = await followValue({ ...anew(draft, name), body }, 'price');
    return [...again.judgements, ...breakdownIn(again, without)];
  };
  const lookAgain = async (): Promise<readonly Judgement[]> => {
    // Only all of the fields that it lacks together may be too few.
    const together =
      lacking === value.pointer ? [] : await askAgain('packed-again', draft.body, lacking);
    const { valid } = value.drawnPair(run.generators, anew(draft, 'priced-again').seed);
    return [...together, ...(await askAgain('priced-again', valid, value.pointer))];
  };
  return seenAgain(breakdownIn(tried, lacking), lookAgain, () => true);
};

/** Breakdowns of the price of a draft without an optional field (S9). */
export const pricesWithout: Subject = {
  file: programFile(import.meta.url),
  requirements: ['ERROR-01'],
  judges: [judgePriceWithout],
};

/** A draft that shows other values as well: written once, by the first caller. */
interface SharedDraft extends ValueDraft {
  readonly drawn: readonly DimensionName[];
  readonly written: () => Promise<FollowedDraft>;
}

/** A pack of values, and the draft that shows them: that of the first of them to be announced. */
interface SharedPack extends Pack {
  readonly context: ProbeContext;
  /** Dimensions of its context that were drawn. */
  readonly drawn: readonly DimensionName[];
  draft?: SharedDraft;
}

/** A run of legal values: the packs of each operation and draw, and the draft that shows each value, by the test of the value. */
export interface ValuesRun extends Run {
  readonly sharedPacks: Map<string, readonly SharedPack[]>;
  readonly legalDrafts: Map<string, SharedDraft>;
}

/** The same run before any value was announced. */
export const valuesRun = (run: Run): ValuesRun => ({
  ...run,
  sharedPacks: new Map(),
  legalDrafts: new Map(),
});

/** A draw of a legal value on an operation. */
interface Draw {
  readonly value: LegalValue;
  readonly on: OperationId;
  /** Name shared by all its draws. */
  readonly name: string;
  readonly draw: number;
}

/** Expected result for a legal value, one line. */
export const wantedOf = ({ pointer, name }: LegalValue): string =>
  `${pointer} (${name}) is accepted`;

/** V17 is about draft writes; a value that has to be accepted at the price as well has a cell there (C4, P5). */
export const stageOf = (on: OperationId): Stage =>
  operation(on).step === 'price-request' ? 'price' : 'write';

/** Writes the draft, and follows it as far as its value is to be taken; one without a field is priced, too (S9). */
export const writeDraft = (draft: ValueDraft): Promise<FollowedDraft> => {
  const { run, value, on } = draft;
  const until = isPricedWithout(run, value, on) ? 'price' : stageOf(on);
  return followValue(draft, until, { readBack: true });
};

/** Values that one draft shows: of fields that a price is to do without a few, since a tariff may demand one of them. */
const MOST = { priced: 4, written: 24 } as const;

/** Values that make it worth to use the draft of a pack before it is updated. */
const WORTH_USING = 10;

/**
 * Dimensions in which a pack is tried: those of the draft that is updated as well, if it shows many values. No lead precedes it,
 * which would be sent to e-mails of reserved domains (V8); a price that a field may be left out of is that of a new draft.
 */
const dimensionsOf = (run: Run, { values }: Pack, on: OperationId): readonly DimensionName[] => {
  const { step, line } = operation(on);
  const isUsed =
    step === 'draft-update' &&
    values.length >= WORTH_USING &&
    !values.some((value) => isPricedWithout(run, value, on));
  const ofDraft = [...DRAFT_DIMENSIONS.filter((name) => name !== 'lead'), 'items'] as const;
  return isUsed ? dimensionsOn(line, ofDraft) : ['country'];
};

/** The packs of the values of an operation, those that are priced apart from the others. */
const packsOn = (run: ValuesRun, on: OperationId, draw: number): readonly SharedPack[] => {
  const group = `${on}/${draw}`;
  const known = run.sharedPacks.get(group);
  if (known) return known;
  const { generators: context } = run;
  const seed = subSeed(run.plan.seed, 'legal', on, draw);
  const all = LEGAL_VALUES.filter(
    (value) => value.operations.includes(on) && value.applies(context),
  );
  const { priced = [], written = [] } = Object.groupBy(all, (value) =>
    isPricedWithout(run, value, on) ? 'priced' : 'written',
  );
  const first = packsOf(priced, { on, context, seed, most: MOST.priced });
  const packs = packsOf(written, { on, context, seed, most: MOST.written }, first);
  // In the order of their announcement.
  const shared = packs.map((pack, place) => {
    const drawn = dimensionsOf(run, pack, on);
    return {
      ...pack,
      values: all.filter((value) => pack.values.includes(value)),
      drawn,
      context: drawContext(run.plan.seed, `packs/${group}`, place, drawn),
    };
  });
  run.sharedPacks.set(group, shared);
  return shared;
};

/** The pack that shows the value of a draw; undefined for a body that is no draft, and for a value at a price. */
const packOf = (run: ValuesRun, { value, on, draw, name }: Draw): SharedPack | undefined => {
  if (!value.body.endsWith('-draft') || stageOf(on) !== 'write') return undefined;
  const pack = packsOn(run, on, draw).find(({ values }) => values.includes(value));
  // The draft bears the name of the pack's first value, so that a replay sends what the run sent, whatever either selected:
  // without the first value, and in a replay, each of the others has a draft of its own.
  const isFirst = pack?.values[0] === value;
  return isFirst || (pack?.draft && !isReplayed(run, name)) ? pack : undefined;
};

/** The pointers of the values of a pack that its price is to do without. */
const lackedBy = (run: Run, { values }: Pack, on: OperationId): string =>
  values
    .filter((value) => isPricedWithout(run, value, on))
    .map(({ pointer }) => pointer)
    .join(', ');

/** True if the last stage that was tried was accepted. */
const wasTaken = ({ legs }: FollowedDraft): boolean => isTaken(legs.at(-1)?.exchange);

/**
 * Writes the draft of a pack in its context. If a draft without its values is refused there, too, that is the service's right
 * (R5), and a new one decides.
 */
const writePack = async (draft: ValueDraft, body: object, until: Stage): Promise<FollowedDraft> => {
  const write = (each: ValueDraft) => followValue(each, until, { readBack: true });
  const { context = PLAIN } = draft;
  const written = await write(draft);
  if (isNewObject(context) || wasTaken(written)) return written;
  const control = await write({ ...anew(draft, 'control'), body });
  const met = [...written.judgements, ...control.judgements];
  if (wasTaken(control)) return { ...written, judgements: met };
  const afresh = await write({ ...draft, context: withNewObject(context) });
  return { ...afresh, judgements: [...met, ...afresh.judgements] };
};

/** The draft that shows a value beside the others of its pack; `own` is the value's own one. */
const shareDraft = (
  run: ValuesRun,
  pack: SharedPack,
  { control, ...own }: ValueDraft & Pick<LegalPair, 'control'>,
): SharedDraft => {
  if (pack.draft) return pack.draft;
  let writing: Promise<FollowedDraft> | undefined;
  const lacking = lackedBy(run, pack, own.on);
  const { body, context, drawn } = pack;
  const draft = { ...own, body, context, drawn, ...(lacking === '' ? {} : { lacking }) };
  const until = lacking === '' ? 'write' : 'price';
  const write = (): Promise<FollowedDraft> => writePack(draft, control, until);
  pack.draft = { ...draft, written: () => (writing ??= write()) };
  return pack.draft;
};

/**
 * Evidence that a draft written for another value was accepted with this one in it, and priced if it is to be; undefined if it
 * was not.
 */
export const shownBy = async (
  value: LegalValue,
  { run, on, written, test, seed }: SharedDraft,
): Promise<Finding | undefined> => {
  const { legs } = await written();
  const write = legs.find(({ stage }) => stage === 'write');
  const price = legs.find(({ stage }) => stage === 'price');
  if (!write || (isPricedWithout(run, value, on) && !isTaken(price?.exchange))) return undefined;
  const about = [value.requirement, wantedOf(value)] as const;
  const judged = run.judge(judgeAcceptance, write.exchange, write.operation, ...about);
  return judged.verdict === 'pass' ? { ...judged, test, attempt: 1, seed } : undefined;
};

/** Call of a draw of a legal value, with the name and the seed of the draw. */
export interface LegalDraw {
  readonly test: string;
  readonly seed: number;
  readonly context: ProbeContext;
  readonly pair: LegalPair;
}

/** The name under which the exchanges of a value on an operation are recorded, up to the number of the draw. */
export const legalTest = (value: LegalValue, on: OperationId): string =>
  value.body.endsWith('-draft') ? `legal/${on}/${value.id}` : `protocol/${on}/legal/${value.id}`;

/** The same, with the number of the draw. */
export const testOf = (value: LegalValue, on: OperationId, draw: number): string =>
  `${legalTest(value, on)}/${draw}`;

/** Draws of an operation's values among which contexts are drawn. */
const CONTEXTS = 60;

/** Beyond every ordinary draw: further bodies, in the plain context, which are always new ones. */
export const FURTHER_FROM = 1000;

/** A draw of a value on an operation, which is the same at any concurrency and in any selection. */
export const drawOf = (run: Run, value: LegalValue, on: OperationId, draw: number): LegalDraw => {
  const test = testOf(value, on, draw);
  const seed = subSeed(run.plan.seed, 'legal', on, value.id, draw);
  const number = (subSeed(0, value.id) + draw) % CONTEXTS;
  const context =
    draw < FURTHER_FROM ? drawContext(run.plan.seed, `legal/${on}`, number, ['country']) : PLAIN;
  return { test, seed, context, pair: value.drawnPair(run.generators, seed) };
};

/**
 * A draw of a value as announced: the body that has it and its control, or the probe of a draft that is written anyway and has
 * it as well.
 */
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
  const own: ValueDraft = { run, value, on, ...start, body: pair.valid };
  const pack = packOf(run, { value, on, draw, name: legalTest(value, on) });
  if (!pack) return { name, data: pair };
  const draft = shareDraft(run, pack, { ...own, control: pair.control });
  legalDrafts.set(name, draft);
  return { name, data: draft.test === name ? { ...pair, valid: draft.body } : draft.test };
};
