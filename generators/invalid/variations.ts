import { ABSENT } from '../record.ts';
import type { FaultParts } from './body-fault.ts';
import type { ResourceRow, NodeSchema } from '../../spec/resource-rows.ts';
import {
  CLAIM_COUNTS,
  CURRENCIES,
  EMPLOYEE_STATUSES,
  FAMILY_SITUATIONS,
  GAP_VARIANTS,
  JOBLOSS_VARIANTS,
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  LANGUAGES,
  LEAD_TRANSPORTS,
  POLICYHOLDER_STATUSES,
  PROPERTY_SECOND_TYPES,
  PROPERTY_TYPES,
  SURFACE_UNITS,
  TRAVEL_VARIANTS,
  VEHICLE_CODE_TYPES,
  VEHICLE_TYPES,
} from '../../spec/enumerations.ts';
import { CLAIM_LIMITS } from '../../spec/limits.ts';
import { PLAIN_VAT } from '../company.ts';
import { type Pointer, valueAt } from '../pointer.ts';

/** One variant of a fault that a field can have. */
export interface Variation extends Pick<
  FaultParts,
  'variant' | 'kind' | 'what' | 'suits' | 'makeFaulty' | 'isFurther'
> {
  /** Place of the fault; default: the field's. */
  readonly pointer?: Pointer;
}

/** Variation that sets the field to this value, whatever it was. */
export function fixedValue(
  name: string,
  kind: Variation['kind'],
  value: unknown,
  variant = String(value),
): Variation {
  return { variant, kind, what: `${name} is ${JSON.stringify(value)}`, makeFaulty: () => value };
}

/** Variation that removes the field. */
export function missingField(name: string): Variation {
  return {
    variant: 'missing',
    kind: 'missing',
    what: `${name} is missing`,
    makeFaulty: () => ABSENT,
  };
}

/** Variation that empties an object of which several fields are required. */
export function emptiedObject({ name, pointer }: ResourceRow): Variation {
  return {
    variant: 'all-missing',
    kind: 'missing',
    what: `${name} is {}`,
    pointer,
    isFurther: true,
    makeFaulty: () => ({}),
  };
}

const text = (name: string, value: string) => fixedValue(name, 'wrong-type', value, 'text');
const object = (name: string) => fixedValue(name, 'wrong-type', { value: 'abc' }, 'object');
const list = (name: string) => fixedValue(name, 'wrong-type', ['abc'], 'list');

const notWhole = (name: string): Variation => ({
  variant: 'not-whole',
  kind: 'not-whole',
  what: `${name} is not whole, such as 12.5`,
  makeFaulty: (current) => Number(current) + 0.5,
});

/**
 * Unmistakable values of another type (V1). A list item in place of a list, and a list of one in place of its item, are
 * accepted by lenient parsers and therefore excluded.
 */
export function typeVariations({ name, schema }: ResourceRow): Variation[] {
  switch (schema.type) {
    case 'string':
      return [object(name)];
    case 'integer':
      return [text(name, 'abc'), object(name), notWhole(name)];
    case 'boolean':
      return [text(name, 'maybe'), object(name)];
    case 'object':
      return [text(name, 'abc'), list(name)];
    default:
      return [text(name, 'abc')];
  }
}

type Values = readonly (string | number)[];

/** Plausible values that a list lacks. None differs from a listed value by case alone, which is only observed (V1). */
const UNLISTED: ReadonlyMap<Values, Values> = new Map<Values, Values>([
  [CLAIM_COUNTS, ['3', '4']],
  [CLAIM_LIMITS, [400_000]],
  [CURRENCIES, ['USD', 'GBP']],
  [EMPLOYEE_STATUSES, ['retired']],
  [FAMILY_SITUATIONS, ['friends']],
  [GAP_VARIANTS, ['GAP72']],
  [JOBLOSS_VARIANTS, ['JOBLOSS24']],
  [LANDLORD_LANGUAGES, ['de-BE']],
  [LANDLORD_VARIANTS, ['DELUXE']],
  [LANGUAGES, ['de']],
  [LEAD_TRANSPORTS, ['SMS']],
  [POLICYHOLDER_STATUSES, ['tenant']],
  [PROPERTY_SECOND_TYPES, ['castle']],
  [PROPERTY_TYPES, ['commercial']],
  [SURFACE_UNITS, ['ft2']],
  [TRAVEL_VARIANTS, ['gold']],
  [VEHICLE_CODE_TYPES, ['VIN']],
  [VEHICLE_TYPES, ['30']],
]);

const byRule = (listed: Values): Values => {
  const numbers = listed.filter((value) => typeof value === 'number');
  return numbers.length > 0 ? [Math.max(...numbers) + 1] : ['UNLISTED'];
};

/** Values that a list lacks: plausible ones for the lists of the specification, derived ones for any other. */
export function unlistedValues(listed: Values): Values {
  return UNLISTED.get(listed) ?? byRule(listed);
}

const DIGITS = PLAIN_VAT.slice('BE'.length);

const dayFirst = (name: string): Variation => ({
  variant: 'day-first',
  kind: 'malformed-date',
  what: `${name} is written DD/MM/YYYY, such as 31/12/1990`,
  makeFaulty: (current) => String(current).split('-').toReversed().join('/'),
});

const yearOf = (date: unknown): number => Number(String(date).slice(0, 'YYYY'.length));

const thirtiethOfFebruary = (name: string): Variation => ({
  variant: '30-february',
  kind: 'malformed-date',
  what: `${name} is 30 February, such as 2023-02-30`,
  makeFaulty: (current) => `${yearOf(current)}-02-30`,
});

/** The 31st of a month of 30 days, which parsers that know February may not know. */
const thirtyFirst = (name: string): Variation => ({
  variant: '31-of-30-days',
  kind: 'malformed-date',
  what: `${name} is the 31st of a month of 30 days, such as 2023-04-31`,
  isFurther: true,
  makeFaulty: (current) => `${yearOf(current)}-04-31`,
});

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

const leapDay = (name: string): Variation => ({
  variant: 'leap-day',
  kind: 'malformed-date',
  what: `${name} is 29 February of a common year, such as 2023-02-29`,
  isFurther: true,
  makeFaulty: (current) => {
    const year = yearOf(current);
    return `${isLeapYear(year) ? year - 1 : year}-02-29`;
  },
});

/** Malformed values by format or pattern, wrong under any reading of the text (V3, V4, V7, V8). */
const FORMS: Readonly<Record<string, (name: string) => Variation[]>> = {
  date: (name) => [dayFirst(name), thirtiethOfFebruary(name), thirtyFirst(name), leapDay(name)],
  email: (name) => [
    fixedValue(name, 'malformed-email', 'plainaddress'),
    { ...fixedValue(name, 'malformed-email', 'a@@b.be', 'two-ats'), isFurther: true },
    fixedValue(name, 'malformed-email', 'a b@c.be', 'blank'),
  ],
  'country-code': (name) =>
    ['BEL', 'Belgium', 'B'].map((value) => fixedValue(name, 'wrong-country-code', value)),
  '^BE\\d+$': (name) => [
    fixedValue(name, 'vat-form', `FR${DIGITS}`, 'FR'),
    fixedValue(name, 'vat-form', DIGITS, 'no-prefix'),
    fixedValue(name, 'vat-form', 'BEABCDEFGHIJ', 'letters'),
    fixedValue(name, 'vat-form', `x${PLAIN_VAT}`, 'text-before'),
    fixedValue(name, 'vat-form', `${PLAIN_VAT}x`, 'text-behind'),
  ],
  '^\\d{4}$': (name) => [
    fixedValue(name, 'malformed-year', 'abcd', 'letters'),
    fixedValue(name, 'malformed-year', '23', 'two-digits'),
  ],
};

/** Malformed values of a field with a format. Throws Error for a format without any. */
export function formVariations({ name, schema }: ResourceRow): Variation[] {
  const form = schema.format ?? schema.pattern ?? '';
  const variations = FORMS[form];
  if (!variations) throw new Error(`no malformed values for the form ${form}: add them to FORMS`);
  return variations(name);
}

/** Example texts by field name. */
const TEXTS: Readonly<Record<string, string>> = {
  country: 'BE',
  plate: '1-ABC-234',
  vin: 'WVWZZZ1KZAW123456',
};

const plainValue = (key: string, { properties, required, type }: NodeSchema): unknown => {
  if (type === 'string') return TEXTS[key] ?? 'plain';
  if (type === 'boolean') return true;
  if (type === 'integer') return 1;
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(([name]) => required?.includes(name))
      .map(([name, schema]) => [name, plainValue(name, schema)]),
  );
};

/** All combinations of two keys or more, in the order of the keys. */
const combinations = (keys: readonly string[]): string[][] =>
  keys
    .reduce<string[][]>((chosen, key) => [...chosen, ...chosen.map((each) => [...each, key])], [[]])
    .filter(({ length }) => length > 1);

const together = ({ name, pointer, schema }: ResourceRow, keys: readonly string[]): Variation => ({
  variant: keys.join('+'),
  kind: 'two-identifications',
  what: `${name} has ${keys.join(' and ')}`,
  suits: (valid) => keys.some((key) => valueAt(valid, `${pointer}/${key}`) !== undefined),
  makeFaulty: (current) => ({
    ...Object.fromEntries(
      keys.map((key) => [key, plainValue(key, schema.properties?.[key] as NodeSchema)]),
    ),
    ...(current as object),
  }),
});

/** Further faults of a row beyond type, values and format: an excluded value (C4), or more than one property (V12). */
export function specialVariations(row: ResourceRow): Variation[] {
  const { name, schema } = row;
  return schema.not
    ? [fixedValue(name, 'zero-denominator', schema.not.const)]
    : combinations(Object.keys(schema.properties ?? {})).map((keys) => together(row, keys));
}
