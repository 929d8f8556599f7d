import * as fc from 'fast-check';
import { operation } from '../../spec/operations.ts';
import type { GeneratorContext } from '../context.ts';
import { operationsOf } from '../legal-value.ts';
import {
  type Pointer,
  matchingPointers,
  valueAt,
  withValue,
  withoutValue,
  leaves,
} from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { firstMatching, filterBounded } from '../sample.ts';
import {
  bodiesIn,
  PLAIN_SURROUNDINGS,
  siblingsForPrice,
  type SurroundingName,
  type Surroundings,
} from '../surroundings.ts';
import { lineOfDraft, validBody } from '../valid-body.ts';
import type { BodyFault, FaultPair } from './fault.ts';

/** Several seeds, since shrinking stays within the kind of draft that it began with. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

const shrunk = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => {
  let smallest: T | undefined;
  fc.check(
    fc.property(arbitrary, (value) => {
      smallest = value;
      return false;
    }),
    { seed },
  );
  return smallest as T;
};

/** The smallest value of an arbitrary: the one of fewest fields after full shrinking, always the same. */
export function smallestOf<T>(arbitrary: fc.Arbitrary<T>): T {
  const candidates = SEEDS.map((seed) => shrunk(arbitrary, seed));
  return candidates.reduce((best, each) =>
    leaves(each).length < leaves(best).length ? each : best,
  );
}

/** Parts of a fault: {@link BodyFault} without what can be derived. */
export interface FaultParts extends Pick<
  BodyFault,
  'requirement' | 'body' | 'pointer' | 'kind' | 'checkpoint' | 'what' | 'isStatusFree' | 'isFurther'
> {
  /** Last part of the id. */
  readonly variant: string;
  /** Default: schema. */
  readonly breaks?: string;
  /** Adapts a drawn body to another legal one. Default: the drawn body. */
  readonly adapt?: (drawn: object, context: GeneratorContext) => object;
  /** Tests if a legal body can have the fault. Default: the pointer leads to a value. */
  readonly suits?: (valid: object, context: GeneratorContext) => boolean;
  /** Replaces the current value, undefined if there is none, by the faulty one; ABSENT removes it. */
  readonly makeFaulty: (current: unknown, context: GeneratorContext) => unknown;
}

/** A copy of a body with another value at the first place of a pointer, or at the place with this index, or without it. */
export function replaceAt(
  body: object,
  pointer: Pointer,
  change: (current: unknown) => unknown,
  index = 0,
): object {
  const place = matchingPointers(body, pointer)[index] ?? pointer;
  const value = change(valueAt(body, place));
  return value === ABSENT ? withoutValue(body, place) : withValue(body, place, value);
}

/** Drawn bodies among which one with a second item is looked for. */
const MAX_BODIES = 60;

/**
 * True if a body without some of its optional fields may show the fault: at the write (E1, E3). A motor gap draft that is accepted
 * there needs its fields at the price (E5, V17); if that is refused for their lack, a complete draft is tried.
 */
const mayLackSiblings = ({ body, checkpoint, breaks = 'schema' }: FaultParts): boolean =>
  checkpoint === 'at-once' ||
  (breaks === 'schema' && (checkpoint === 'schema' || body === 'gap-draft'));

const surroundingsOf = (parts: FaultParts): readonly SurroundingName[] => [
  ...(lineOfDraft(parts.body) === undefined ? [] : (['language'] as const)),
  ...(mayLackSiblings(parts) ? (['siblings'] as const) : []),
  ...(parts.pointer.includes('/*') ? (['listPosition'] as const) : []),
];

/** Parts of a fault as functions of a legal body. */
interface OnBody {
  readonly adapted: (drawn: object, context: GeneratorContext) => object;
  readonly fits: (valid: object, context: GeneratorContext) => boolean;
  /** The body with the fault at the place with this index. */
  readonly withFault: (valid: object, context: GeneratorContext, index?: number) => object;
}

/** Pairs of the bodies that a seed draws, in given surroundings. */
const pairsOfSeed = (
  parts: FaultParts,
  id: string,
  { adapted, fits, withFault }: OnBody,
): Pick<BodyFault, 'drawnPair' | 'sharedPair'> => {
  const { body, pointer } = parts;
  type At = (index: number) => object;
  const bodiesAt = (context: GeneratorContext, seed: number, around: Surroundings): At => {
    const isFree = surroundingsOf(parts).includes('siblings');
    const siblings = isFree ? around.siblings : siblingsForPrice(around.siblings);
    const drawn = bodiesIn({ ...around, siblings }, body, context, seed, pointer);
    return (index) => adapted(drawn(index), context);
  };
  const inListOfTwo = (
    at: At,
    context: GeneratorContext,
    { listPosition }: Surroundings,
  ): FaultPair | undefined => {
    if (listPosition === 'first' || !surroundingsOf(parts).includes('listPosition'))
      return undefined;
    const place = listPosition === 'second' ? 1 : 0;
    for (let index = 0; index < MAX_BODIES; index += 1) {
      const valid = at(index);
      if (fits(valid, context) && matchingPointers(valid, pointer).length > 1)
        return { valid, faulty: withFault(valid, context, place), inListOfTwo: true };
    }
    return undefined;
  };
  const inFirst = (valid: object, context: GeneratorContext): FaultPair => ({
    valid,
    faulty: withFault(valid, context),
  });
  return {
    drawnPair: (context, seed, around = PLAIN_SURROUNDINGS) => {
      const at = bodiesAt(context, seed, around);
      const inTwo = inListOfTwo(at, context, around);
      if (inTwo) return inTwo;
      const isFit = (each: object): boolean => fits(each, context);
      const near = Array.from({ length: MAX_BODIES }, (_, index) => index).find((index) =>
        isFit(at(index)),
      );
      // The half without the field never has the fault.
      const complete = bodiesAt(context, seed, { ...around, siblings: 'complete' });
      return inFirst(near === undefined ? firstMatching(complete, isFit, id) : at(near), context);
    },
    sharedPair: (context, seed, around) => {
      const at = bodiesAt(context, seed, around);
      const valid = at(0);
      return (
        inListOfTwo(at, context, around) ??
        (fits(valid, context) ? inFirst(valid, context) : undefined)
      );
    },
  };
};

/** Builds a fault from its parts. */
export function bodyFault(parts: FaultParts): BodyFault {
  const { variant, adapt, suits, makeFaulty, breaks = 'schema', ...rest } = parts;
  const { body, pointer } = rest;
  const id = `${rest.requirement}/${variant}`;
  const operations = operationsOf(parts);
  const fits = suits ?? ((valid) => matchingPointers(valid, pointer).length > 0);
  const withFault = (valid: object, context: GeneratorContext, index = 0): object =>
    replaceAt(valid, pointer, (current) => makeFaulty(current, context), index);
  const adapted = (drawn: object, context: GeneratorContext): object =>
    adapt?.(drawn, context) ?? drawn;
  const pair: BodyFault['pair'] = (context, extent = 'complete') =>
    filterBounded(
      validBody(body, context, extent).map((drawn) => adapted(drawn, context)),
      (valid) => fits(valid, context),
      id,
    ).map((valid) => ({ valid, faulty: withFault(valid, context) }));
  return {
    ...rest,
    id,
    operations,
    surroundings: surroundingsOf(parts),
    lines: [...new Set(operations.map((each) => operation(each).line))],
    breaks,
    faultyOf: (valid, context, place = 0) => {
      const places = matchingPointers(valid, pointer).length;
      if (fits(valid, context)) return withFault(valid, context, places > 1 ? place % places : 0);
      throw new RangeError(
        `${id} needs a legal ${body} that can have it (${parts.what}); draw one with pair().`,
      );
    },
    pair,
    ...pairsOfSeed(parts, id, { adapted, fits, withFault }),
    smallest: (context) => smallestOf(pair(context, 'any')),
  };
}
