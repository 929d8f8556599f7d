import * as fc from 'fast-check';
import type { Amount, keyValue as keyValueSchema } from '../spec/schemas/shared.ts';
import type { FromSchema } from 'json-schema-to-ts';
import { realisticText } from './realistic.ts';
import { record } from './record.ts';

/** Shared type Amount: EUR, its value in hundredths between both bounds, ends included. Shrinks to the lower bound. */
export function amount(bounds: {
  readonly min: number;
  readonly max: number;
}): fc.Arbitrary<Amount> {
  return fc.integer(bounds).map((value) => ({ currency: 'EUR', value }));
}

/** An Amount with one of the values given, in hundredths of EUR. Shrinks to the first. */
export function amountOf<const V extends number>(
  values: readonly V[],
): fc.Arbitrary<{ currency: 'EUR'; value: V }> {
  return fc.constantFrom(...values).map((value) => ({ currency: 'EUR', value }));
}

/** A key-value item as sent. */
export type KeyValue = FromSchema<typeof keyValueSchema>;

/** Keys that items draw from; few, so that an array often has one twice (V10). */
export const KEYS = ['campaign', 'source', 'agent', 'référence'] as const;

/** A distinctive text: a word and eight characters that practically never occur twice (D9). Does not shrink. */
export const distinctiveText: fc.Arbitrary<string> = realisticText(
  (faker) => `${faker.word.noun()}-${faker.string.alphanumeric({ length: 8, casing: 'lower' })}`,
);

const item = record<KeyValue>({ key: fc.constantFrom(...KEYS), value: distinctiveText });

/** True for every second item, depending on its value. */
const isEven = ({ value }: KeyValue): boolean => value.charCodeAt(value.length - 1) % 2 === 0;

/** Of two items with one key, every second pair is equal. */
const sometimesAlike = (items: KeyValue[]): KeyValue[] => {
  const [first, second] = items;
  return first && second && first.key === second.key && isEven(second) ? [first, first] : items;
};

/**
 * One or two key-value items, since the meaning of an empty or a longer list is not specified (V17); neither keys nor items are
 * unique, so duplicates occur (V10). Shrinks to one.
 */
export const keyValues: fc.Arbitrary<KeyValue[]> = fc
  .array(item, { minLength: 1, maxLength: 2 })
  .map(sometimesAlike);
