import * as fc from 'fast-check';
import { memoized, memoizedByObject } from '../spec/memoized.ts';
import type { FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { sample } from './sample.ts';
import { validBody } from './valid-body.ts';

/** The legal bodies of one seed by number, from 0; each is drawn lazily. */
export type DrawnBodies = (index: number) => object;

/**
 * Captures the state of the random number generator without drawing, so that bodies can be drawn later exactly as a
 * filter would draw them.
 */
class BodiesOf extends fc.Arbitrary<DrawnBodies> {
  readonly #bodies: fc.Arbitrary<object>;

  constructor(bodies: fc.Arbitrary<object>) {
    super();
    this.#bodies = bodies;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<DrawnBodies> {
    const own = random.clone();
    const drawn: object[] = [];
    const at = (index: number): object => {
      while (drawn.length <= index) drawn.push(this.#bodies.generate(own, bias).value);
      return drawn[index] as object;
    };
    return new fc.Value(at, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is DrawnBodies {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<DrawnBodies>> {
    return fc.Stream.nil();
  }
}

/** The sequence of complete bodies that a seed draws. */
export const drawnBodies = (
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
): DrawnBodies => sample(new BodiesOf(validBody(body, context, 'complete')), seed);

const sharedIn = memoizedByObject((context: GeneratorContext) =>
  memoized((body: FieldBody) => memoized((seed: number) => drawnBodies(body, context, seed))),
);

/** The same, shared by all callers with this seed and cached as long as the context lives. */
export const sharedBodies = (
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
): DrawnBodies => sharedIn(context)(body)(seed);
