import * as fc from 'fast-check';
import { memoized, memoizedByObject } from '../spec/memoized.ts';
import type { FieldBody } from '../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from './context.ts';
import { sample } from './sample.ts';
import { validBody } from './valid-body.ts';

/** The complete legal bodies of one seed by their number, from 0; each is drawn when it is first asked for. */
export type DrawnBodies = (index: number) => object;

/** Draws nothing itself, but keeps the state of the random numbers, from which the bodies come as a filter would draw them. */
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

/** The bodies that a seed draws, one after the other. */
export const drawnBodies = (
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
): DrawnBodies => sample(new BodiesOf(validBody(body, context, 'complete')), seed);

const sharedIn = memoizedByObject((context: GeneratorContext) =>
  memoized((body: FieldBody) => memoized((seed: number) => drawnBodies(body, context, seed))),
);

/** The same, drawn once for all that ask with this seed; they are kept as long as the context is. */
export const sharedBodies = (
  body: FieldBody,
  context: GeneratorContext,
  seed: number,
): DrawnBodies => sharedIn(context)(body)(seed);
