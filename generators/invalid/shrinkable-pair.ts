import * as fc from 'fast-check';
import type { GeneratorContext } from '../context.ts';
import { type Pointer, withoutValue } from '../pointer.ts';
import { removablePointers } from '../minimal-body.ts';
import { brokenRulesOf } from '../valid-body.ts';
import type { BodyFault, FaultPair } from './fault.ts';

/** Items are removed from their arrays in reverse order, since later ones move up. */
const byIndex = new Intl.Collator('en', { numeric: true });
const without = (valid: object, places: readonly Pointer[]): object =>
  places.toSorted((a, b) => byIndex.compare(b, a)).reduce(withoutValue<object>, valid);

/** All places, then ever smaller chunks of them, down to single ones. */
function* windows(places: readonly Pointer[]): Generator<readonly Pointer[]> {
  for (let size = places.length; size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < places.length; start += size) {
      yield places.slice(start, start + size);
    }
  }
}

/** The body with the fault; undefined if it can no longer have it. */
const withFault = (
  fault: BodyFault,
  valid: object,
  context: GeneratorContext,
): FaultPair | undefined => {
  try {
    return { valid, faulty: fault.faultyOf(valid, context) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const isLawful = (
  { body, breaks }: BodyFault,
  { valid, faulty }: FaultPair,
  context: GeneratorContext,
): boolean => {
  if (brokenRulesOf(body, valid, context).length > 0) return false;
  if (breaks === 'schema') return true;
  // Another broken rule beside the intended one would explain a refusal as well.
  const meant = breaks.split('+');
  const broken: readonly string[] = brokenRulesOf(body, faulty, context);
  const isWhole = meant.length === 1 || meant.every((rule) => broken.includes(rule));
  return isWhole && broken.every((rule) => meant.includes(rule));
};

/** Generates one fixed pair that shrinks: fast-check's path leads from it to any of the smaller ones. */
class ShrinkablePair extends fc.Arbitrary<FaultPair> {
  readonly #fault: BodyFault;
  readonly #pair: FaultPair;
  readonly #context: GeneratorContext;

  constructor(fault: BodyFault, pair: FaultPair, context: GeneratorContext) {
    super();
    this.#fault = fault;
    this.#pair = pair;
    this.#context = context;
  }

  override generate(): fc.Value<FaultPair> {
    return new fc.Value(this.#pair, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is FaultPair {
    return true;
  }

  *#smaller({ valid }: FaultPair): Generator<fc.Value<FaultPair>> {
    const seen = new Set([JSON.stringify(valid)]);
    for (const places of windows(removablePointers(this.#fault.body, valid))) {
      const pair = withFault(this.#fault, without(valid, places), this.#context);
      const key = JSON.stringify(pair?.valid);
      if (!pair || seen.has(key) || !isLawful(this.#fault, pair, this.#context)) continue;
      seen.add(key);
      yield new fc.Value(pair, undefined);
    }
  }

  override shrink(value: FaultPair): fc.Stream<fc.Value<FaultPair>> {
    return fc.stream(this.#smaller(value));
  }
}

/**
 * Wraps a pair in an arbitrary that shrinks by removing optional fields and items that its fault may not need, many at
 * once and then one by one. The valid body stays legal, the faulty one keeps exactly its fault.
 */
export const shrinkablePair = (
  fault: BodyFault,
  pair: FaultPair,
  context: GeneratorContext,
): fc.Arbitrary<FaultPair> => new ShrinkablePair(fault, pair, context);
