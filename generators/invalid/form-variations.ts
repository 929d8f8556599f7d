import type { ResourceRow } from '../../spec/resource-rows.ts';
import { PLAIN_VAT } from '../vat.ts';
import { type Variation, holding } from './variation.ts';

const DIGITS = PLAIN_VAT.slice('BE'.length);

const dayFirst = (name: string): Variation => ({
  variant: 'day-first',
  kind: 'malformed-date',
  what: `${name} is written DD/MM/YYYY, such as 31/12/1990`,
  spoil: (current) => String(current).split('-').toReversed().join('/'),
});

const thirtiethOfFebruary = (name: string): Variation => ({
  variant: '30-february',
  kind: 'malformed-date',
  what: `${name} is 30 February, such as 2023-02-30`,
  spoil: (current) => `${String(current).slice(0, 'YYYY'.length)}-02-30`,
});

/** By format or pattern: malformed in a way that no reading of the text allows (V3, V4, V7, V8). */
const FORMS: Readonly<Record<string, (name: string) => Variation[]>> = {
  date: (name) => [dayFirst(name), thirtiethOfFebruary(name)],
  email: (name) => [
    holding(name, 'malformed-email', 'plainaddress'),
    holding(name, 'malformed-email', 'a@@b.be', 'two-ats'),
    holding(name, 'malformed-email', 'a b@c.be', 'blank'),
  ],
  'country-code': (name) =>
    ['BEL', 'Belgium', 'B'].map((value) => holding(name, 'wrong-country-code', value)),
  '^BE\\d+$': (name) => [
    holding(name, 'vat-form', `FR${DIGITS}`, 'FR'),
    holding(name, 'vat-form', DIGITS, 'no-prefix'),
    holding(name, 'vat-form', 'BEABCDEFGHIJ', 'letters'),
  ],
  '^\\d{4}$': (name) => [
    holding(name, 'malformed-year', 'abcd', 'letters'),
    holding(name, 'malformed-year', '23', 'two-digits'),
  ],
};

/** Malformed values of a field with a form. Throws Error for a form that has none here. */
export function formVariations({ name, schema }: ResourceRow): Variation[] {
  const form = schema.format ?? schema.pattern ?? '';
  const variations = FORMS[form];
  if (!variations) throw new Error(`no malformed values for the form ${form}: add them to FORMS`);
  return variations(name);
}
