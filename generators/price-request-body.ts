import type * as fc from 'fast-check';
import type { GapPriceRequest } from '../spec/schemas/one-shot.ts';
import type { GeneratorContext } from './context.ts';
import { keyValues } from './key-value.ts';
import { maybe, record } from './record.ts';

/** Body of the motor gap PriceRequest Create (G3): partner references, optional. Shrinks to {}. */
export function gapPriceRequestBody(_context: GeneratorContext): fc.Arbitrary<GapPriceRequest> {
  return record<GapPriceRequest>({ partnerReference: maybe(keyValues) });
}
