import type * as fc from 'fast-check';
import type { FromSchema } from 'json-schema-to-ts';
import type { contact as contactSchema } from '../spec/schemas/shared.ts';
import type { GeneratorContext } from './context.ts';
import { realistic } from './realistic.ts';
import { type Extent, needed, record } from './record.ts';
import { surname } from './surname.ts';

/** Marks of an address that is a test's, in the languages of Belgium. */
const TEST_WORDS = ['test', 'proef', 'essai', 'versuch', 'demo', 'trial'];

const asciiLetters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .slice(0, 12);

/**
 * A valid e-mail address on the target's mail domain: a local part of small ASCII letters alone, that is marked as a test's
 * and practically unique (L3, D9). What else is ordinary is a class of its own (V8), so that a service which refuses that
 * can still be judged. Does not shrink.
 */
function email(context: GeneratorContext): fc.Arbitrary<string> {
  return realistic((faker) => {
    const name = asciiLetters(surname(faker));
    const mark = faker.string.alpha({ length: 8, casing: 'lower' });
    return `${name}${faker.helpers.arrayElement(TEST_WORDS)}${mark}@${context.mailDomain}`;
  });
}

/** A Belgian mobile number in international form without blanks, +324 and eight digits. Does not shrink. */
export const phone: fc.Arbitrary<string> = realistic(
  (faker) => `+324${faker.number.int({ min: 70_000_000, max: 99_999_999 })}`,
);

/** Shared type Contact; a complete one has both, since an EMAIL lead needs the e-mail (Errors, rule 2). Shrinks to {}. */
export function contact(
  context: GeneratorContext,
  extent: Extent,
): fc.Arbitrary<FromSchema<typeof contactSchema>> {
  const whenNeeded = needed(extent);
  return record<FromSchema<typeof contactSchema>>({
    email: whenNeeded(email(context)),
    phone: whenNeeded(phone),
  });
}
