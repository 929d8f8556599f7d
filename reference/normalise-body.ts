import type { Choices } from './choices.ts';
import { isObject } from './json.ts';
import type { Schema } from './request-schemas.ts';

type Reading = Pick<Choices, 'unknownFields' | 'coercesTypes' | 'normalises'>;

const listed = (text: string, schema: Schema): string => {
  const values = (schema['enum'] ?? []) as readonly string[];
  return values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
};

/** Trims text, restores the case of listed values and codes, and removes blanks and dots from VAT numbers. */
const normalised = (text: string, name: string, schema: Schema): string => {
  const trimmed = text.trim();
  if (name === 'vat') return trimmed.replace(/[\s.]/g, '').toUpperCase();
  if (name === 'country') return trimmed.toUpperCase();
  return schema['type'] === 'string' ? listed(trimmed, schema) : trimmed;
};

/** Coerces a value of another JSON type into the expected one. */
const coerced = (value: unknown, { type }: Schema): unknown => {
  if (type === 'string') return typeof value === 'number' ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true';
  return type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value;
};

const leaf = (value: unknown, name: string, schema: Schema, reading: Reading): unknown => {
  const read =
    reading.normalises && typeof value === 'string' ? normalised(value, name, schema) : value;
  return reading.coercesTypes ? coerced(read, schema) : read;
};

const inner = (value: unknown, name: string, schema: Schema, reading: Reading): unknown => {
  const { properties, items } = schema;
  if (Array.isArray(value) && isObject(items))
    return value.map((item: unknown) => inner(item, name, items, reading));
  if (!isObject(value) || !isObject(properties)) return leaf(value, name, schema, reading);
  const entries = Object.entries(value).flatMap(([key, field]) => {
    const known = properties[key];
    if (isObject(known)) return [[key, inner(field, key, known, reading)]];
    return reading.unknownFields === 'dropped' ? [] : [[key, field]];
  });
  return Object.fromEntries(entries) as unknown;
};

/**
 * Normalises a request body as these choices say (V1, V14); values that cannot be interpreted stay
 * as they are.
 */
export const normaliseBody = (value: unknown, schema: Schema, reading: Reading): unknown => {
  const { unknownFields, coercesTypes, normalises } = reading;
  if (unknownFields !== 'dropped' && !coercesTypes && !normalises) return value;
  return inner(value, '', schema, reading);
};
