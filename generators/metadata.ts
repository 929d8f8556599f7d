import type * as fc from 'fast-check';
import type { GeneratorContext } from './context.ts';
import { type KeyValue, distinctiveText } from './key-value.ts';
import { record } from './record.ts';

/**
 * What the body of a travel metadata item (not shown, P4) is filled from. Its key is practically unique, since
 * duplicate keys of travel metadata are only observed (V10, D11). Does not shrink.
 */
export function metadataItem(_context: GeneratorContext): fc.Arbitrary<KeyValue> {
  return record<KeyValue>({ key: distinctiveText, value: distinctiveText });
}
