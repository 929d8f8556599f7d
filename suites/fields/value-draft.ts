import { programFile } from '../../client/project.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { LegalPair, LegalValue } from '../../generators/legal-value.ts';
import { operation, type OperationId, operationOf } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import { type FollowedDraft, followDraft } from './follow-draft.ts';
import { CALL_DIMENSIONS, isNewObject, PLAIN, type ProbeContext } from '../contexts/context.ts';
import { drawContext, placeOfDraw } from '../contexts/draw-context.ts';
import { withOwnData, type Start } from '../journey/state.ts';
import { subSeed } from '../../generators/sample.ts';
import { judgePriceWithout } from '../../oracles/prices/price-outcome.ts';
import type { Subject } from '../engine/suite.ts';
import { withRepeat } from '../engine/sightings.ts';

/** Tests if the draft without a field is also priced: once, after the first operation that writes it (S9). */
export const isPricedWithoutField = (
  run: Run,
  { name, operations }: LegalValue,
  on: OperationId,
  draw: number,
): boolean => {
  const price = operationOf(operation(on).line, 'price-request');
  // Further draws show the write in other circumstances; the bodies that settle a refusal are priced as well.
  const isOnlyWritten = draw < FURTHER_FROM && draw > (run.plan.thorough ? 2 : 1);
  return (
    !isOnlyWritten &&
    name === 'absent' &&
    operations[0] === on &&
    operation(on).step !== 'price-request' &&
    price !== undefined &&
    run.applies('ERROR-01', price.id)
  );
};

/** A draft that is written to show that a legal value is accepted. */
export interface ValueDraft extends Start {
  readonly value: LegalValue;
  readonly on: OperationId;
  readonly draw: number;
  readonly body: object;
  /** Pointers to the absent fields without which it is priced; default: that of the value. */
  readonly lacking?: string | undefined;
}

/**
 * Follows a draft with or without a legal value up to a stage. A used draft already holds the body, so that the update changes
 * nothing that the service may have fixed (D1, R5).
 */
export const followValue = async (
  { run, test, seed, context = PLAIN, on, body }: ValueDraft,
  until: Stage,
  readBack?: { readonly readBack: true },
): Promise<FollowedDraft> => {
  const before = isNewObject(context) ? {} : { before: body };
  const start = { run, test, seed, context, on, body, until, intent: 'open', ...before } as const;
  const followed = await followDraft({ ...start, ...readBack });
  if (isNewObject(context))
    run.memory.refusedBodies.note(followed.legs[0]?.exchange, { isNew: true });
  return followed;
};

/** Judgements on the price of a draft without the field; a server error is repeated with the same data and with other data. */
export const priceWithoutField = async (
  draft: ValueDraft,
  tried: FollowedDraft,
): Promise<readonly Judgement[]> => {
  const { run, value, lacking = value.pointer } = draft;
  const breakdownIn = ({ legs }: FollowedDraft, without: string): readonly Judgement[] =>
    legs.flatMap(({ stage, exchange }) =>
      stage === 'price' ? run.judge(judgePriceWithout, exchange, without) : [],
    );
  const askAgain = async (name: string, body: object, without: string) => {
    const again = await followValue({ ...withOwnData(draft, name), body }, 'price');
    return [...again.judgements, ...breakdownIn(again, without)];
  };
  const lookAgain = async (): Promise<readonly Judgement[]> => {
    // If it lacks several fields, only their combination may be too much.
    const together =
      lacking === value.pointer ? [] : await askAgain('packed-again', draft.body, lacking);
    const { valid } = value.drawnPair(run.generators, withOwnData(draft, 'priced-again').seed);
    return [...together, ...(await askAgain('priced-again', valid, value.pointer))];
  };
  return withRepeat(breakdownIn(tried, lacking), lookAgain, () => true);
};

/** Server errors at the price of a draft without an optional field (S9). */
export const pricesWithoutField: Subject = {
  file: programFile(import.meta.url),
  requirements: ['ERROR-01'],
  judges: [judgePriceWithout],
};

/** Expected result for a legal value, one line. */
export const expectedFor = ({ pointer, name }: LegalValue): string =>
  `${pointer} (${name}) to be accepted`;

/**
 * Last stage for a legal value. V17 is about draft writes; a value that the price request must accept as well has a cell there
 * (C4, P5).
 */
export const stageOf = (on: OperationId): Stage =>
  operation(on).step === 'price-request' ? 'price' : 'write';

/** Writes the draft, and follows it up to the stage that must accept its value; a draft without a field is also priced (S9). */
export const writeDraft = (draft: ValueDraft): Promise<FollowedDraft> => {
  const { run, value, on, draw } = draft;
  const until = isPricedWithoutField(run, value, on, draw) ? 'price' : stageOf(on);
  return followValue(draft, until, { readBack: true });
};

/** Call of a draw of a legal value, with the name and the seed of the draw. */
export interface LegalDraw {
  readonly draw: number;
  readonly test: string;
  readonly seed: number;
  readonly context: ProbeContext;
  readonly pair: LegalPair;
}

/** Name of the exchanges of a value on an operation, without the number of the draw. */
export const legalTest = (value: LegalValue, on: OperationId): string =>
  value.body.endsWith('-draft') ? `legal/${on}/${value.id}` : `protocol/${on}/legal/${value.id}`;

/** The same, with the number of the draw. */
export const testOf = (value: LegalValue, on: OperationId, draw: number): string =>
  `${legalTest(value, on)}/${draw}`;

/** First number of further bodies, beyond every ordinary draw; they use the plain context and new drafts. */
export const FURTHER_FROM = 1000;

/** A draw of a value on an operation; the same at any concurrency and in any selection. */
export const drawOf = (run: Run, value: LegalValue, on: OperationId, draw: number): LegalDraw => {
  const test = testOf(value, on, draw);
  const seed = subSeed(run.plan.seed, 'legal', on, value.id, draw);
  const context =
    draw < FURTHER_FROM
      ? drawContext(
          run.plan.seed,
          `legal/${on}`,
          placeOfDraw(subSeed(0, value.id), draw),
          CALL_DIMENSIONS,
        )
      : PLAIN;
  return { draw, test, seed, context, pair: value.drawnPair(run.generators, seed) };
};
