import { type JsonObject, isObject } from './json.ts';
import type { Choices } from './choices.ts';
import { hasFirstShape } from './prices/exchanged-shapes.ts';
import { BODIES } from '../spec/bodies.ts';
import type { KnownOperation } from '../spec/operations.ts';
import {
  priceRequestResource,
  priceRequestResourceAlternative,
} from '../spec/schemas/price-request.ts';

/** The fields that a resource may have, as far as the specification shows them. */
const schemaOf = ({ line, step }: KnownOperation, { priceShapes }: Choices): JsonObject => {
  if (step.startsWith('draft-')) return BODIES[`${line}-draft`];
  if (step !== 'price-request' || line === 'gap') return {};
  return hasFirstShape(line, priceShapes) ? priceRequestResource : priceRequestResourceAlternative;
};

const filled = (value: unknown, { properties, items }: JsonObject): unknown => {
  if (Array.isArray(value) && isObject(items)) return value.map((item) => filled(item, items));
  if (!isObject(value) || !isObject(properties)) return value;
  const known = Object.entries(properties).map(([key, schema]) => {
    const field = value[key];
    return [key, field === undefined ? null : filled(field, schema as JsonObject)];
  });
  return { ...value, ...(Object.fromEntries(known) as JsonObject) };
};

/** A resource with null for every absent optional field (V14). */
export const withNulls = (
  resource: JsonObject,
  operation: KnownOperation,
  choices: Choices,
): JsonObject => filled(resource, schemaOf(operation, choices)) as JsonObject;

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const withoutBlanks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, withoutBlanks(field)] as const);
  return Object.fromEntries(fields.filter(([, field]) => !isBlank(field)));
};

/** A resource without the fields that are false, 0, null or empty, at any depth (D2: absent is no other value). */
export const filledOnly = (resource: JsonObject): JsonObject =>
  withoutBlanks(resource) as JsonObject;

/** A resource with additional fields, at its top and in its prices (V14). */
export const withExtraFields = (resource: JsonObject): JsonObject => {
  const extra = { revision: 3, tags: ['a', 'b'], links: { help: { href: '/help' } }, note: null };
  const { prices } = resource;
  if (!Array.isArray(prices)) return { ...extra, ...resource };
  const entries = prices.map((entry: unknown) =>
    isObject(entry) ? { rank: 1, ...entry, note: 'x' } : entry,
  );
  return { ...extra, ...resource, prices: entries };
};
