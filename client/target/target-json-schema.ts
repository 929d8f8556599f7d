import { z } from 'zod';
import { TARGET_NAME } from './several-targets.ts';
import { targetSchema } from '../target.ts';

/** JSON Schema (2020-12) of a target as its user writes it, for editors and for error messages. */
export const targetJsonSchema = (): Record<string, unknown> => {
  const { $schema, ...schema } = z.toJSONSchema(targetSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Functions have no JSON form; without this their union with templates would match anything twice.
      if (jsonSchema.anyOf?.some((option) => Object.keys(option).length === 0))
        jsonSchema.anyOf = jsonSchema.anyOf.filter((option) => Object.keys(option).length > 0);
    },
  });
  return { $schema, title: 'Target', ...schema };
};

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with all keys optional: missing ones may be in the shared part. */
const inPart = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inPart);
  if (!isNode(value)) return value;
  // A credential without its scheme matches several alternatives.
  const { required: _, oneOf, ...rest } = value;
  const all = oneOf === undefined ? rest : { ...rest, anyOf: oneOf };
  return Object.fromEntries(Object.entries(all).map(([key, child]) => [key, inPart(child)]));
};

const TARGETS = {
  type: 'object',
  minProperties: 1,
  propertyNames: { pattern: TARGET_NAME.source },
  description:
    'Several targets in one file, by name, each with keys that add to or replace the shared ones. --target FILE#NAME selects one. Default: the file is one target.',
} as const;

/** JSON Schema of a target file for editors: one target, or several that share keys. */
export const targetFileJsonSchema = (): Record<string, unknown> => {
  const { $schema, title, $defs, ...one } = targetJsonSchema();
  const part = inPart(one) as Node & { readonly properties: Node };
  const targets = {
    ...TARGETS,
    additionalProperties: { anyOf: [{ $ref: '#/$defs/part' }, { type: 'null' }] },
  };
  const shared = Object.keys(part.properties).map((key) => [
    key,
    { $ref: `#/$defs/part/properties/${key}` },
  ]);
  const properties = { ...(Object.fromEntries(shared) as Node), targets };
  const several = { type: 'object', properties, additionalProperties: false };
  return {
    $schema,
    title,
    type: 'object',
    properties: { targets: { description: TARGETS.description } },
    if: { required: ['targets'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { $ref: '#/$defs/several' },
    else: { $ref: '#/$defs/target' },
    $defs: { target: one, several, part, ...($defs as Node) },
  };
};
