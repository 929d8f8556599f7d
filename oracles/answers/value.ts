import type { NodeSchema, ResourceKind, ResourceRow } from '../../spec/resource-rows.ts';
import {
  holdsTime,
  isCalendarDate,
  isCompactDateTime,
  isCompactTime,
  isDateTime,
  isReadableTime,
  mayHoldTime,
} from './date-text.ts';
import { isObject, shorten } from './json-body.ts';

/** Conformance of a value in an answer to its row; `observed` is a harmless deviation (V1, V2, V4, D2). */
type ValueVerdict = 'pass' | 'fail' | 'inconclusive' | 'observed';

/** A JSON value for a message, shortened. */
export const valueText = (value: unknown): string => shorten(JSON.stringify(value) ?? 'nothing');

/** True for undefined and null: null counts as an absent field (V1). */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** The part of a row that judges its values. */
type JudgedRow = Pick<ResourceRow, 'name' | 'schema'>;

const hasType = (schema: NodeSchema, value: unknown): boolean => {
  if (schema.type === 'object') return isObject(value);
  if (schema.type === 'array') return Array.isArray(value);
  // 1325.0 is the integer 1325 (V2); JSON.parse has converted it already.
  if (schema.type === 'integer') return Number.isInteger(value);
  return typeof value === schema.type;
};

// Case-sensitive: an unlisted value in an answer is a fault (V1), except "eur" (V2).
const inList = ({ enum: listed }: NodeSchema, value: unknown): ValueVerdict => {
  if (listed?.some((item) => item === value)) return 'pass';
  return listed?.[0] === 'EUR' && value === 'eur' ? 'observed' : 'fail';
};

const FORMATS: Readonly<Record<string, (text: string) => ValueVerdict>> = {
  date: (text) => {
    if (isCalendarDate(text)) return 'pass';
    return isDateTime(text) || isCompactTime(text) ? 'observed' : 'fail';
  },
  // V18: a bare date is a fault; other text that is not an ISO date-time cannot be judged.
  'date-time': (text) => {
    if (isDateTime(text) || isCompactDateTime(text)) return 'pass';
    return isCalendarDate(text) ? 'fail' : 'inconclusive';
  },
  // V6: the form is stated, so an epoch, a bare date or a date with the day first is a fault.
  'date-time-limit': (text) => {
    if (isDateTime(text) || isCompactDateTime(text)) return 'pass';
    return isCalendarDate(text) || holdsTime(text) ? 'fail' : 'inconclusive';
  },
  // V6: a time in any known form is accepted; only text without one is a fault.
  timestamp: (text) => {
    if (isReadableTime(text)) return 'pass';
    return holdsTime(text) || mayHoldTime(text) ? 'observed' : 'fail';
  },
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text.trim()) ? 'pass' : 'observed'),
  // V3: BEL, Belgium and B are faults, a lower-case or unknown code is not.
  'country-code': (text) => (/^[A-Za-z]{2}$/.test(text.trim()) ? 'pass' : 'fail'),
};

/** The form of a row; a limit has a stricter form than other moments (V6, V18). */
const formatOf = ({ name, schema }: JudgedRow): string =>
  schema.format === 'date-time' && name === 'validUntil'
    ? 'date-time-limit'
    : (schema.format ?? '');

const wellFormed = (row: JudgedRow, value: unknown): ValueVerdict => {
  if (typeof value !== 'string') return 'observed';
  const { schema } = row;
  const format = FORMATS[formatOf(row)];
  if (format) return format(value);
  if (schema.pattern === undefined) return 'pass';
  // Added blanks and dots in a VAT number are harmless (D2).
  const plain = value.replace(/[\s.]/g, '').toUpperCase();
  return new RegExp(schema.pattern).test(plain) ? 'pass' : 'fail';
};

/** Judges one value of an answer by one kind of its row; a wrong type leaves the other kinds unjudged. */
export const judgeValue = (row: JudgedRow, kind: ResourceKind, value: unknown): ValueVerdict => {
  const { schema } = row;
  const typed = hasType(schema, value);
  if (kind === 'type') return typed ? 'pass' : 'fail';
  // One deviation fails once: the row's type has failed already.
  if (!typed) return 'observed';
  return kind === 'enum' ? inList(schema, value) : wellFormed(row, value);
};

/** A value in a body, with its actual place as a JSON pointer. */
export interface FoundValue {
  readonly where: string;
  readonly value: unknown;
}

/** A place in bodies of one shape: its parent and its key; `*` stands for every item of a list. */
export interface BodyPlace {
  readonly above: BodyPlace | undefined;
  readonly key: string;
}

/** Values found in one body so far. */
export type FoundValues = Map<BodyPlace, readonly FoundValue[]>;

/** The places of a pointer such as `/prices/ * /variant` (without the blanks), each created once in `known`. */
export const placeOf = (pointer: string, known: Map<string, BodyPlace>): BodyPlace => {
  const before = known.get(pointer);
  if (before) return before;
  const cut = pointer.lastIndexOf('/');
  const above = cut < 0 ? undefined : placeOf(pointer.slice(0, cut), known);
  const made = { above, key: pointer.slice(cut + 1) };
  known.set(pointer, made);
  return made;
};

/** A key, escaped for a JSON pointer. */
export const escapeKey = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

const NOTHING: readonly FoundValue[] = [];

/** Values one level below; null counts as absent (V14). */
const below = (parents: readonly FoundValue[], key: string): readonly FoundValue[] => {
  if (parents.length === 0) return NOTHING;
  const found: FoundValue[] = [];
  const add = (where: string, value: unknown): void => {
    if (value !== null && value !== undefined) found.push({ where, value });
  };
  for (const { where, value } of parents) {
    if (key === '*') {
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) add(`${where}/${index}`, item);
    } else if (isObject(value) && Object.hasOwn(value, key))
      add(`${where}/${escapeKey(key)}`, value[key]);
  }
  return found;
};

/** All values of a body at a place. Parents are searched once and kept in `known`: under load that is most of the work. */
export const valuesAt = (
  place: BodyPlace,
  body: unknown,
  known: FoundValues,
): readonly FoundValue[] => {
  const before = known.get(place);
  if (before) return before;
  const root = body === null || body === undefined ? NOTHING : [{ where: '', value: body }];
  const found = place.above ? below(valuesAt(place.above, body, known), place.key) : root;
  known.set(place, found);
  return found;
};
