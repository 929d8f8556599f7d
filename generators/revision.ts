import * as fc from 'fast-check';
import type { Address } from '../spec/schemas/shared.ts';
import { address, phone } from './contact.ts';
import type { GeneratorContext } from './context.ts';
import { TITLES } from './person.ts';
import { type Pointer, valueAt, withValue } from './pointer.ts';

/** Other values for a field than its current one; undefined if there is no other legal value. */
export type Revision = (
  current: unknown,
  context: GeneratorContext,
) => fc.Arbitrary<unknown> | undefined;

/** The independent fields of a draft, by pointer. */
export type Revisions = Readonly<Record<Pointer, Revision>>;

/** Another value of the same arbitrary, which must have more than one. */
export function otherValue(values: fc.Arbitrary<unknown>): Revision {
  return (current) => values.filter((value) => value !== current);
}

/** Another of the values listed. */
export function otherListedValue(values: readonly unknown[]): Revision {
  return (current) => {
    const others = values.filter((value) => value !== current);
    return others.length === 0 ? undefined : fc.constantFrom(...others);
  };
}

/** Another address with the same keys. */
export const otherAddress: Revision = (current) => {
  const { number, street } = current as Address;
  return address('complete')
    .filter((drawn) => drawn.street !== street)
    .map(({ number: drawnNumber, ...rest }) =>
      number === undefined ? rest : { ...rest, number: drawnNumber },
    );
};

/** Fields that every line has, or that some lines have in the same place. */
export const SHARED_REVISIONS: Revisions = {
  '/policyholder/address': otherAddress,
  '/policyholder/billingAddress': otherAddress,
  '/policyholder/company/title': otherListedValue(TITLES),
  '/policyholder/contact/phone': otherValue(phone),
  '/policyholder/person/title': otherListedValue(TITLES),
  '/terms/requestPaperCopy': otherListedValue([false, true]),
};

/**
 * The base with other values in a non-empty subset of its independent fields, or in every one. A subset shrinks to one changed
 * field.
 */
export function revised<T>(
  base: T,
  revisions: Revisions,
  context: GeneratorContext,
  fields: 'some' | 'every' = 'some',
): fc.Arbitrary<T> {
  const others: Record<Pointer, fc.Arbitrary<unknown>> = {};
  for (const [pointer, revision] of Object.entries(revisions)) {
    const current = valueAt(base, pointer);
    const values = current === undefined ? undefined : revision(current, context);
    if (values !== undefined) others[pointer] = values;
  }
  const pointers = Object.keys(others);
  if (pointers.length === 0) return fc.constant(base);

  return fc
    .tuple(
      fc.subarray(pointers, { minLength: fields === 'every' ? pointers.length : 1 }),
      fc.record(others),
    )
    .map(([chosen, values]) =>
      chosen.reduce((draft, pointer) => withValue(draft, pointer, values[pointer]), base),
    );
}
