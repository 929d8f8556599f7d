import { changedAt } from '../item-pointer.ts';
import { dateIn, plusDays } from '../calendar.ts';
import { exampleWith, plainValue, withWrongValue } from './field-example.ts';
import type { JsonObject } from '../json.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import type { RefusedValueFault } from '../faults/legal-values.ts';

const NAMED: Readonly<Record<string, unknown>> = {
  'with-accents': 'Zoë',
  'whole-euros': 120_000,
  'with-cents': 120_050,
  '29-february': '1980-02-29',
  'plus-sign': 'eva+quote@example.com',
  dots: 'eva.quote@example.com',
  hyphens: 'eva-quote@example.com',
  digits: 'eva7@example.com',
  subdomain: 'eva@mail.example.com',
  'hyphen-in-domain': 'eva@a-b.example',
  'domain-with-digit': 'eva@3a.example',
  '29-february-2000': '2000-02-29',
  'with-blank': 'Jean Pierre',
  'with-blanks': '+32 470 12 34 56',
  'with-dots': '+32.470.12.34.56',
  'with-slash': '+32470/123456',
  'with-apostrophe': "D'hondt",
  'with-ampersand': 'Peeters & Zonen',
  'with-digits': '4 Seasons',
  'of-two-letters': 'Ek',
};

const TAKEN: Readonly<Record<string, unknown>> = {
  'with-accents': 'Zoe',
  'whole-euros': 120_050,
  'with-cents': 120_000,
  '29-february': '1980-02-28',
  'plus-sign': 'eva@example.com',
  dots: 'eva@example.com',
  hyphens: 'eva@example.com',
  digits: 'eva@example.com',
  subdomain: 'eva@example.com',
  'hyphen-in-domain': 'eva@example.com',
  'domain-with-digit': 'eva@example.com',
  '29-february-2000': '1980-02-29',
  'with-blank': 'Jean',
  'with-blanks': '+32470123456',
  'with-dots': '+32470123456',
  'with-slash': '+32470123456',
  'with-apostrophe': 'Dhondt',
  'with-ampersand': 'Peeters Zonen',
  'with-digits': 'Seasons',
  'of-two-letters': 'Peeters',
};

/** A body with a value of the refused class, and one without. */
export interface LegalExample {
  readonly refused: JsonObject;
  readonly taken: JsonObject;
}

const startAfter = (days: number): string => plusDays(dateIn(new Date(), 'Europe/Brussels'), days);

/** A body with an optional field in the object of a row: from the sample, or invented. */
const withMore = (example: JsonObject, { pointer, schema }: ResourceRow): JsonObject => {
  const isOptional = ([key]: readonly [string, unknown]) => !schema.required?.includes(key);
  const [more] = Object.entries(schema.properties ?? {}).filter(isOptional);
  return changedAt(example, pointer, (object) =>
    Object.entries(object as JsonObject).some(isOptional) || !more
      ? object
      : { ...(object as JsonObject), [more[0]]: plainValue(more[1]) },
  );
};

/** Two legal bodies, of which the faulty service accepts only one. */
export const legalExample = ({ body, row, refused }: RefusedValueFault): LegalExample => {
  const example = exampleWith(body, row);
  const having = (value: unknown) => changedAt(example, row.pointer, () => value);
  const lacking = withWrongValue(example, row, 'required');
  const { name } = refused;
  if (name === 'absent') return { refused: lacking, taken: example };
  if (name === 'empty' || name === 'required-alone')
    return { refused: having(plainValue(row.schema)), taken: withMore(example, row) };
  if (name === 'present') return { refused: example, taken: lacking };
  if (name === 'after-20-days')
    return { refused: having(startAfter(25)), taken: having(startAfter(5)) };
  if (name in NAMED) return { refused: having(NAMED[name]), taken: having(TAKEN[name]) };
  if (row.schema.items) {
    const item = plainValue(row.schema.items);
    return { refused: having(name === 'empty' ? [] : [item, item]), taken: having([item]) };
  }
  if (row.schema.type === 'boolean')
    return { refused: having(name === 'true'), taken: having(name !== 'true') };
  const listed = row.schema.enum ?? [];
  return {
    refused: having(listed.find((value) => String(value) === name)),
    taken: having(listed.find((value) => String(value) !== name)),
  };
};
