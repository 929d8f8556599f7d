import type { JSONSchema } from 'json-schema-to-ts';

/** What a resource's field can break: its type, its listed values, or its format. */
export type ResourceKind = 'type' | 'enum' | 'format';

/** One node of a shown resource. */
export interface ResourceRow {
  /** JSON pointer with `*` for the items of an array, such as `/prices/ * /variant` without the blanks. */
  readonly pointer: string;
  /** The same for ids and people, such as `prices[].variant`. */
  readonly name: string;
  readonly schema: NodeSchema;
  readonly kinds: readonly ResourceKind[];
}

/** The part of a schema literal that judges read. */
export interface NodeSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, NodeSchema>>;
  readonly items?: NodeSchema;
}

const kindsOf = (schema: NodeSchema): ResourceKind[] => [
  'type',
  ...(schema.enum ? (['enum'] as const) : []),
  ...(schema.format !== undefined || schema.pattern !== undefined ? (['format'] as const) : []),
];

const walk = (schema: NodeSchema, pointer: string, name: string): ResourceRow[] => {
  const own = name === '' ? [] : [{ pointer, name, schema, kinds: kindsOf(schema) }];
  const children = Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    walk(child, `${pointer}/${key}`, name === '' ? key : `${name}.${key}`),
  );
  const items = schema.items ? walk(schema.items, `${pointer}/*`, `${name}[]`) : [];
  return [...own, ...children, ...items];
};

/** Every node below the root of a schema literal, parents first. */
export const resourceRows = (schema: JSONSchema): readonly ResourceRow[] =>
  walk(schema as unknown as NodeSchema, '', '');
