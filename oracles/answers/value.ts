import type { NodeSchema, ResourceKind } from '../../spec/resource-rows.ts';
import {
  holdsTime,
  isCalendarDate,
  isCompactTime,
  isDateTime,
  isReadableTime,
} from './date-text.ts';
import { isObject, shorten } from './json-body.ts';

/** How a value in an answer stands to its row: `observed` is a harmless deviation (V1, V2, V4, D2). */
export type ValueVerdict = 'pass' | 'fail' | 'inconclusive' | 'observed';

/** A JSON value in a message, shortened. */
export const show = (value: unknown): string => shorten(JSON.stringify(value) ?? 'nothing');

const hasType = (schema: NodeSchema, value: unknown): boolean => {
  if (schema.type === 'object') return isObject(value);
  if (schema.type === 'array') return Array.isArray(value);
  // 1325.0 is the integer 1325 (V2); JSON.parse has made it one already.
  if (schema.type === 'integer') return Number.isInteger(value);
  return typeof value === schema.type;
};

// Strict, case included: an unlisted value in an answer is a fault (V1).
const inList = (schema: NodeSchema, value: unknown): ValueVerdict =>
  schema.enum?.some((item) => item === value) ? 'pass' : 'fail';

const FORMATS: Readonly<Record<string, (text: string) => ValueVerdict>> = {
  date: (text) => {
    if (isCalendarDate(text)) return 'pass';
    return isDateTime(text) || isCompactTime(text) ? 'observed' : 'fail';
  },
  // V18: a bare date is a fault, other text that is no ISO date-time cannot be told.
  'date-time': (text) => {
    if (isDateTime(text)) return 'pass';
    return isCalendarDate(text) ? 'fail' : 'inconclusive';
  },
  // V6: whoever knows how reads a time in it; only text without any is a fault.
  timestamp: (text) => {
    if (isReadableTime(text)) return 'pass';
    return holdsTime(text) ? 'observed' : 'fail';
  },
  email: (text) => (/^[^\s@]+@[^\s@]+$/.test(text.trim()) ? 'pass' : 'observed'),
  // V3: BEL, Belgium and B are faults, a lower-case or unknown code is not.
  'country-code': (text) => (/^[A-Za-z]{2}$/.test(text.trim()) ? 'pass' : 'fail'),
};

const wellFormed = (schema: NodeSchema, value: unknown): ValueVerdict => {
  if (typeof value !== 'string') return 'observed';
  const format = schema.format === undefined ? undefined : FORMATS[schema.format];
  if (format) return format(value);
  if (schema.pattern === undefined) return 'pass';
  // Added blanks and dots in a VAT number are harmless (D2).
  const plain = value.replace(/[\s.]/g, '').toUpperCase();
  return new RegExp(schema.pattern).test(plain) ? 'pass' : 'fail';
};

/** Judges one value of an answer against one kind of its row; a wrong type leaves the other kinds unjudged. */
export const judgeValue = (
  schema: NodeSchema,
  kind: ResourceKind,
  value: unknown,
): ValueVerdict => {
  const typed = hasType(schema, value);
  if (kind === 'type') return typed ? 'pass' : 'fail';
  // One deviation is punished once: the row's type has failed already.
  if (!typed) return 'observed';
  return kind === 'enum' ? inList(schema, value) : wellFormed(schema, value);
};
