import { judgeAcceptance } from '../../oracles/refusals/acceptance.ts';
import type { Stage } from '../../oracles/refusals/draft-fault.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { LegalValue, LegalPair } from '../../generators/legal-value.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import { isReplayed } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import { type Chase, chase, viaOf, type Pursuit } from './chase.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgePriceWithout } from '../../oracles/prices/price-outcome.ts';

/** Whether a draft without a field is also priced: once, after the operation that writes it first (S9). */
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

const breakdownIn = (run: Run, { legs }: Chase, { pointer }: LegalValue): readonly Judgement[] =>
  legs.flatMap(({ stage, exchange }) =>
    stage === 'price' ? run.judge(judgePriceWithout, exchange, pointer) : [],
  );

/** What the price of a draft without the field shows; a breakdown is looked for in other data as well. */
export const priceWithout = async (
  run: Run,
  value: LegalValue,
  on: OperationId,
  tried: Chase,
  { test, seed }: Pick<Pursuit, 'test' | 'seed'>,
): Promise<readonly Judgement[]> => {
  const first = breakdownIn(run, tried, value);
  if (first.length === 0) return [];
  const other: LegalPair = value.drawnPair(run.generators, subSeed(seed, 'priced-again'));
  const again = await chase(run, {
    line: operation(on).line,
    via: viaOf(on),
    until: 'price',
    intent: 'open',
    body: other.valid,
    test,
    seed: subSeed(seed, 'priced-again'),
  });
  return [...first, ...again.judgements, ...breakdownIn(run, again, value)];
};

/** A draft that is written to show that a legal value is taken. */
export interface ValueDraft {
  readonly value: LegalValue;
  readonly on: OperationId;
  readonly body: object;
  readonly test: string;
  readonly seed: number;
}

/** One that shows other values as well: written once, for whoever asks first. */
interface SharedDraft extends ValueDraft {
  readonly written: () => Promise<Chase>;
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
export interface Draw {
  readonly value: LegalValue;
  readonly on: OperationId;
  /** That of all its draws. */
  readonly name: string;
  readonly draw: number;
}

const groupOf = ({ on, draw }: Draw): string => `${on}/${draw}`;

/** What is wanted of a legal value, one line. */
export const wantedOf = ({ pointer, name }: LegalValue): string =>
  `${pointer} (${name}) is accepted`;

/** V17 speaks of draft writes; what has to be taken at the price as well has a cell there (C4, P5). */
export const stageOf = (on: OperationId): Stage =>
  operation(on).step === 'price-request' ? 'price' : 'write';

/** Writes the draft, and follows it as far as its value is to be taken; one without a field is priced, too (S9). */
export const writeDraft = (run: Run, { value, on, body, test, seed }: ValueDraft): Promise<Chase> =>
  chase(run, {
    line: operation(on).line,
    via: viaOf(on),
    until: isPricedWithout(run, value, on) ? 'price' : stageOf(on),
    intent: 'open',
    body,
    test,
    seed,
    readBack: true,
  });

/** What is replayed, or priced without the field, has a draft of its own. */
const isShowable = (run: Run, { value, on, name }: Draw): boolean =>
  value.body.endsWith('-draft') &&
  stageOf(on) === 'write' &&
  !isPricedWithout(run, value, on) &&
  !isReplayed(run, name);

/**
 * Looks for a draft that is to be written for another value and holds this one as well, so that one writing shows both (V17). Draws of
 * other numbers are other drafts.
 */
export const findSharedDraft = (run: ValuesRun, drawn: Draw): SharedDraft | undefined => {
  if (!isShowable(run, drawn)) return undefined;
  return run.sharedDrafts
    .get(groupOf(drawn))
    ?.find(({ body }) => drawn.value.holds(body, run.generators));
};

/** Keeps a draft that is to be written, so that other values are looked for in it. */
export const shareDraft = (run: ValuesRun, draft: ValueDraft, drawn: Draw): SharedDraft => {
  let writing: Promise<Chase> | undefined;
  const shared = { ...draft, written: () => (writing ??= writeDraft(run, draft)) };
  const { sharedDrafts } = run;
  const group = groupOf(drawn);
  sharedDrafts.set(group, [...(sharedDrafts.get(group) ?? []), shared]);
  return shared;
};

/** That a draft written for another value was accepted with this one in it; undefined where it was not. */
export const shownBy = async (
  run: Run,
  value: LegalValue,
  { written, test, seed }: SharedDraft,
): Promise<Finding | undefined> => {
  const { legs } = await written();
  const write = legs.find(({ stage }) => stage === 'write');
  if (!write) return undefined;
  const judged = run.judge(
    judgeAcceptance,
    write.exchange,
    write.operation,
    value.requirement,
    wantedOf(value),
  );
  return judged.verdict === 'pass' ? { ...judged, test, attempt: 1, seed } : undefined;
};
