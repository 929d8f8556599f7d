import type { Pack } from '../../generators/packed-values.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { contextValues, FURTHER_CHOICES, takeComplementary } from '../contexts/complementary.ts';
import {
  CALL_DIMENSIONS,
  type DimensionName,
  dimensionsOn,
  LEGAL_DIMENSIONS,
  PLAIN,
  type ProbeContext,
} from '../contexts/context.ts';
import { drawContext } from '../contexts/draw-context.ts';
import type { Run } from '../engine/run.ts';
import { writtenBy } from './follow-draft.ts';
import { isPricedWithoutField } from './value-draft.ts';

/** A run that remembers the contexts of legal values. */
export interface MeetingRun extends Run {
  /** Values of the dimensions that the drafts of a value on an operation met. */
  readonly metValues: Map<string, Set<string>>;
}

/** Draws of a certify whose drafts hold the values of few fields, and mostly little else; there are more such drafts. */
const SMALL_DRAWS = { create: [2, 4], update: [2] } as const;

/** True if the drafts of a draw hold the values of few fields; not for motor gap, whose drafts need all fields for their price. */
export const isSmall = ({ plan }: Run, on: OperationId, draw: number): boolean =>
  plan.thorough &&
  operation(on).line !== 'gap' &&
  SMALL_DRAWS[writtenBy(on)].some((each) => each === draw);

/** Place of a pack among those of a draw of an operation. */
interface PlaceOfPack {
  readonly on: OperationId;
  readonly draw: number;
  readonly place: number;
}

/** Minimum number of values in a pack for which its draft is used before its update. */
const MIN_VALUES = 10;

/**
 * Dimensions of a pack's context; those of the updated draft only if it covers many values. A field whose absence is priced
 * needs a new draft.
 */
const dimensionsOf = (
  run: Run,
  { values }: Pack,
  { on, draw }: PlaceOfPack,
): readonly DimensionName[] => {
  const { step, line } = operation(on);
  const isPriced = values.some((value) => isPricedWithoutField(run, value, on, draw));
  const isUsed = step === 'draft-update' && values.length >= MIN_VALUES && !isPriced;
  // Another call in flight is one more request, for which a gate has no budget.
  const isBeside = step === 'draft-update' && run.plan.thorough;
  const beside = isBeside ? (['beside'] as const) : [];
  return isUsed
    ? dimensionsOn(line, [...LEGAL_DIMENSIONS, 'content', 'items', ...beside])
    : [...CALL_DIMENSIONS, ...beside, ...(isPriced ? [] : (['siblings'] as const))];
};

/** The context of a pack, which complements those that its values had in earlier draws; and the drawn dimensions. */
export const packContext = (run: MeetingRun, pack: Pack, at: PlaceOfPack) => {
  const { on, draw, place } = at;
  const drawn = dimensionsOf(run, pack, at);
  // Only the body has the language; it is no part of the draft's context.
  const all = [...drawn, 'language'] as const;
  const hasFew = isSmall(run, on, draw) && drawn.includes('siblings');
  const choices = Array.from(
    { length: draw === 1 ? 1 : FURTHER_CHOICES },
    (_, choice): ProbeContext => {
      const context = drawContext(run.plan.seed, `packs/${on}/${draw}`, place + choice, all);
      // One of the halves may lack the language, and as many drafts of few fields.
      const language = context.siblings === 'rest' ? PLAIN.language : context.language;
      return { ...context, language, ...(hasFew && { siblings: 'few' }) };
    },
  );
  const met = pack.values.map((value) => {
    const name = `${on} ${value.id}`;
    const before = run.metValues.get(name) ?? new Set<string>();
    run.metValues.set(name, before);
    return before;
  });
  return { drawn, context: takeComplementary(choices, contextValues, met) };
};
