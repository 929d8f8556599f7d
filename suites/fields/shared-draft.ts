import { programFile } from '../../client/project.ts';
import { judgeAcceptance } from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { LegalValue, LegalPair } from '../../generators/legal-value.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { type FollowedDraft, followDraft } from './follow-draft.ts';
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
}

/** Follows a draft with a legal value, or without it, up to a stage. */
export const chaseValue = (
  { run, test, seed, on, body }: ValueDraft,
  until: Stage,
  readBack?: { readonly readBack: true },
): Promise<FollowedDraft> =>
  followDraft({ run, test, seed, on, body, until, intent: 'open', ...readBack });

/** Judgements on the price of a draft without the field; a server error is repeated with other data. */
export const priceWithout = async (
  draft: ValueDraft,
  tried: FollowedDraft,
): Promise<readonly Judgement[]> => {
  const { run, value } = draft;
  const breakdownIn = ({ legs }: FollowedDraft): readonly Judgement[] =>
    legs.flatMap(({ stage, exchange }) =>
      stage === 'price' ? run.judge(judgePriceWithout, exchange, value.pointer) : [],
    );
  const lookAgain = async (): Promise<readonly Judgement[]> => {
    const start = anew(draft, 'priced-again');
    const { valid } = value.drawnPair(run.generators, start.seed);
    const again = await chaseValue({ ...start, body: valid }, 'price');
    return [...again.judgements, ...breakdownIn(again)];
  };
  return seenAgain(breakdownIn(tried), lookAgain, () => true);
};

/** Breakdowns of the price of a draft without an optional field (S9). */
export const pricesWithout: Subject = {
  file: programFile(import.meta.url),
  requirements: ['ERROR-01'],
  judges: [judgePriceWithout],
};

/** A draft that shows other values as well: written once, by the first caller. */
interface SharedDraft extends ValueDraft {
  readonly written: () => Promise<FollowedDraft>;
}

/** A run of legal values: the drafts that they are written in, by operation and draw, and by the test of each value. */
export interface ValuesRun extends Run {
  readonly sharedDrafts: Map<string, readonly SharedDraft[]>;
  readonly legalDrafts: Map<string, SharedDraft>;
}

/** The same run before any value was announced. */
export const valuesRun = (run: Run): ValuesRun => ({
  ...run,
  sharedDrafts: new Map(),
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

const groupOf = ({ on, draw }: Draw): string => `${on}/${draw}`;

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
  return chaseValue(draft, until, { readBack: true });
};

/** True if the draw can share a draft; a replay, or a draft priced without the field, has its own. */
const isShowable = (run: Run, { value, on, name }: Draw): boolean =>
  value.body.endsWith('-draft') &&
  stageOf(on) === 'write' &&
  !isPricedWithout(run, value, on) &&
  !isReplayed(run, name);

/**
 * Looks for a draft that is to be written for another value and holds this one as well, so that one writing shows both (V17). Draws of
 * other numbers are other drafts.
 */
const findSharedDraft = (run: ValuesRun, drawn: Draw): SharedDraft | undefined => {
  if (!isShowable(run, drawn)) return undefined;
  return run.sharedDrafts
    .get(groupOf(drawn))
    ?.find(({ body }) => drawn.value.holds(body, run.generators));
};

/** Registers a draft that is to be written, as a candidate for other values. */
const shareDraft = ({ sharedDrafts }: ValuesRun, draft: ValueDraft, drawn: Draw): SharedDraft => {
  let writing: Promise<FollowedDraft> | undefined;
  const shared = { ...draft, written: () => (writing ??= writeDraft(draft)) };
  const group = groupOf(drawn);
  sharedDrafts.set(group, [...(sharedDrafts.get(group) ?? []), shared]);
  return shared;
};

/** Evidence that a draft written for another value was accepted with this one in it; undefined if it was not. */
export const shownBy = async (
  value: LegalValue,
  { run, written, test, seed }: SharedDraft,
): Promise<Finding | undefined> => {
  const write = (await written()).legs.find(({ stage }) => stage === 'write');
  if (!write) return undefined;
  const about = [value.requirement, wantedOf(value)] as const;
  const judged = run.judge(judgeAcceptance, write.exchange, write.operation, ...about);
  return judged.verdict === 'pass' ? { ...judged, test, attempt: 1, seed } : undefined;
};

/** Call of a draw of a legal value, with the name and the seed of the draw. */
export interface LegalDraw {
  readonly test: string;
  readonly seed: number;
  readonly pair: LegalPair;
}

/** The name under which the exchanges of a value on an operation are recorded, up to the number of the draw. */
export const legalTest = (value: LegalValue, on: OperationId): string =>
  value.body.endsWith('-draft') ? `legal/${on}/${value.id}` : `protocol/${on}/legal/${value.id}`;

/** The same, with the number of the draw. */
export const testOf = (value: LegalValue, on: OperationId, draw: number): string =>
  `${legalTest(value, on)}/${draw}`;

/** A draw of a value on an operation, which is the same at any concurrency and in any selection. */
export const drawOf = (run: Run, value: LegalValue, on: OperationId, draw: number): LegalDraw => {
  const test = testOf(value, on, draw);
  const seed = subSeed(run.plan.seed, 'legal', on, value.id, draw);
  return { test, seed, pair: value.drawnPair(run.generators, seed) };
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
  const drawn = { value, on, draw, name: legalTest(value, on) };
  const name = testOf(value, on, draw);
  const found = findSharedDraft(run, drawn);
  if (found) {
    legalDrafts.set(name, found);
    return { name, data: found.test };
  }
  const { test, seed, pair } = drawOf(run, value, on, draw);
  if (value.body.endsWith('-draft'))
    legalDrafts.set(test, shareDraft(run, { run, value, on, test, seed, body: pair.valid }, drawn));
  return { name: test, data: pair };
};
