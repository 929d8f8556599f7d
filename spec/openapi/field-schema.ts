import type { NodeSchema } from '../resource-rows.ts';
import {
  address,
  amount,
  company,
  contact,
  fraction,
  keyValue,
  namedPerson,
} from '../schemas/shared.ts';
import { CATALOGUE, type RequirementId } from '../catalogue.ts';

const KINDS = /-(?:type|enum|format|required|special)$/;

const stemOf = (id: string): string => id.replace(KINDS, '');

/** Ids of the requirements generated from a field table, by field name. */
const idsByField = (prefix: string): ReadonlyMap<string, readonly RequirementId[]> => {
  const own = [...CATALOGUE.keys()].filter((id) => id.startsWith(`${prefix}-`) && KINDS.test(id));
  return Map.groupBy(own, (id) => stemOf(id).slice(prefix.length + 1));
};

/**
 * Names the requirements of each field of a table by this id prefix; those of a shared type's fields are listed where
 * the type is used (`isShared`).
 */
export const requirementRemark = (prefix: string, isShared: (name: string) => boolean): Remark => {
  const ids = idsByField(prefix);
  return (name) => {
    const below = isShared(name)
      ? [...ids].filter(([field]) => field.startsWith(`${name}.`)).flatMap(([, own]) => own)
      : [];
    const all = [...(ids.get(name) ?? []), ...below];
    return all.length === 0 ? undefined : `Requirements: ${all.join(', ')}.`;
  };
};

/** Part of an OpenAPI document: plain JSON. */
export type JsonObject = { [key: string]: unknown };

/** The shared types of the specification by the name of their component. */
export const SHARED_TYPES = {
  Address: address,
  Amount: amount,
  Fraction: fraction,
  Contact: contact,
  KeyValueItem: keyValue,
  NamedPerson: namedPerson,
  Company: company,
} as const;

const NAMES = new Map<unknown, string>(
  Object.entries(SHARED_TYPES).map(([name, schema]) => [schema, name]),
);

/** JSON Schema of each format, with a description. */
const FORMS: Readonly<Record<string, JsonObject>> = {
  date: { format: 'date' },
  'date-time': { format: 'date-time' },
  email: { format: 'email' },
  timestamp: {
    description: 'A point in time, in a notation that the specification does not name.',
  },
  'country-code': { pattern: '^[A-Za-z]{2}$', description: 'An ISO 3166-1 alpha-2 code.' },
};

const formOf = ({ format, pattern }: NodeSchema): JsonObject => ({
  ...(format === undefined ? {} : (FORMS[format] ?? { format })),
  ...(pattern === undefined ? {} : { pattern }),
});

/** Description of a field in addition to its schema, or undefined. */
export type Remark = (name: string) => string | undefined;

const named = (parent: string, key: string): string => (parent === '' ? key : `${parent}.${key}`);

const described = (schema: JsonObject, remark: string | undefined): JsonObject => {
  if (remark === undefined) return schema;
  const { description } = schema;
  return {
    ...schema,
    description: typeof description === 'string' ? `${description} ${remark}` : remark,
  };
};

const childrenOf = (schema: NodeSchema, name: string, remark: Remark): JsonObject => {
  const { properties, items } = schema;
  const fields = Object.entries(properties ?? {}).map(([key, child]) => [
    key,
    fieldSchema(child, named(name, key), remark),
  ]);
  return {
    properties: properties && Object.fromEntries(fields),
    items: items && fieldSchema(items, `${name}[]`, remark),
  };
};

/**
 * A schema literal as OpenAPI 3.1 has it: shared types are references, and objects stay open, since no rule forbids further
 * fields (V14). `name` is the field's, such as `risk.drivers[]`; empty for a whole body.
 */
export const fieldSchema = (schema: NodeSchema, name: string, remark: Remark): JsonObject => {
  const shared = name === '' ? undefined : NAMES.get(schema);
  if (shared !== undefined)
    return described({ $ref: `#/components/schemas/${shared}` }, remark(name));
  const { type, not, maxProperties, required } = schema;
  const shape = {
    type,
    enum: schema.enum,
    ...formOf(schema),
    not,
    maxProperties,
    required: required?.length === 0 ? undefined : required,
    ...childrenOf(schema, name, remark),
  };
  return described(shape, remark(name));
};
