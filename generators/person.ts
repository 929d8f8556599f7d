import type * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { namedPerson as namedPersonSchema } from '../spec/schemas/shared.ts';
import { birthdate } from './birthdate.ts';
import type { GeneratorContext } from './context.ts';
import { firstName, lastName, title } from './name.ts';
import { type Extent, maybe, needed, record } from './record.ts';

/** A person with both names and a birthdate. */
export interface NamedPersonBody {
  firstName: string;
  lastName: string;
  birthdate: string;
}

/** What the body of a travel person (not shown, P4) is filled from. Shrinks to a birthdate of 1970-01-01. */
export function namedPersonBody(context: GeneratorContext): fc.Arbitrary<NamedPersonBody> {
  return record<NamedPersonBody>({ firstName, lastName, birthdate: birthdate(context) });
}

/** Person of a travel or motor gap draft: names required, birthdate optional (C5). Shrinks to the names. */
export function namedPerson(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<FromSchema<typeof namedPersonSchema>> {
  return record<FromSchema<typeof namedPersonSchema>>({
    birthdate: needed(extent)(birthdate(context)),
    firstName,
    lastName,
    title: maybe(title),
  });
}
