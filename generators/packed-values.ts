import type { OperationId } from '../spec/operations.ts';
import type { GeneratorContext } from './context.ts';
import type { LegalValue } from './legal-value.ts';
import { subSeed } from './sample.ts';

/** Legal values that one draft shows at once, in the order in which they were put into it. */
export interface Pack {
  readonly values: readonly LegalValue[];
  readonly body: object;
}

/** Source of the packs of an operation: the same seed and values give the same packs. */
export interface Packing {
  readonly on: OperationId;
  readonly context: GeneratorContext;
  readonly seed: number;
  /** Values that may be put into one draft; others that it holds anyway are shown by it as well. */
  readonly most: number;
  /** Tests if two values may be put into one draft; left out: any. */
  readonly isTogether?: ((one: LegalValue, other: LegalValue) => boolean) | undefined;
}

/** The pack with this value as well; undefined if one of its values would be lost, or a rule broken. */
const withValueAdded = (
  { values, body }: Pack,
  value: LegalValue,
  context: GeneratorContext,
): Pack | undefined => {
  const changed = value.into(body, context);
  const isKept = changed && values.every((each) => each.holds(changed, context));
  return isKept ? { values: [...values, value], body: changed } : undefined;
};

/** The packs after one more value: put into one that holds it, the first that can have it, or into a draft of its own. */
const packed = (
  packs: readonly Pack[],
  value: LegalValue,
  { context, seed, most, isTogether = () => true }: Packing,
): readonly Pack[] => {
  const possible = packs
    .map((pack, at) => ({ pack, at, isHeld: value.holds(pack.body, context) }))
    .filter(
      ({ pack: { values }, isHeld }) =>
        (isHeld || values.length < most) && values.every((each) => isTogether(each, value)),
    )
    .toSorted((a, b) => Number(b.isHeld) - Number(a.isHeld));
  for (const { pack, at } of possible) {
    const more = withValueAdded(pack, value, context);
    if (more) return packs.with(at, more);
  }
  const { valid: body } = value.drawnPair(context, subSeed(seed, value.id));
  return [...packs, { values: [value], body }];
};

/**
 * The legal values of drafts in as few drafts as hold them all (V17): in an order that the seed draws, so that other values
 * stand beside each other in other runs. Further ones that the drafts of `first` hold are shown by these.
 */
export const packsOf = (
  values: readonly LegalValue[],
  packing: Packing,
  first: readonly Pack[] = [],
): readonly Pack[] => {
  const orderOf = ({ id }: LegalValue): number => subSeed(packing.seed, packing.on, 'order', id);
  return values
    .map((value) => ({ value, order: orderOf(value) }))
    .toSorted((a, b) => a.order - b.order)
    .reduce<readonly Pack[]>((packs, { value }) => packed(packs, value, packing), first);
};
