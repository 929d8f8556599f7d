import type { JSONSchema } from 'json-schema-to-ts';

/** Kinds of deviation of a resource's field: its type, its listed values, or its format. */
export type ResourceKind = 'type' | 'enum' | 'format';

/** One node of a shown resource or body. */
export interface ResourceRow {
  /** JSON pointer with `*` for the items of an array, such as `/prices/ * /variant` without the blanks. */
  readonly pointer: string;
  /** The same for ids and texts, such as `prices[].variant`. */
  readonly name: string;
  /** Inside its enclosing object; an item of an array is neither. */
  readonly presence: 'required' | 'optional' | 'item';
  readonly schema: NodeSchema;
  readonly kinds: readonly ResourceKind[];
}

/** Keywords of a schema literal that judges and requirements read. */
export interface NodeSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly pattern?: string;
  readonly not?: { readonly const: number };
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, NodeSchema>>;
  readonly items?: NodeSchema;
}

const kindsOf = (schema: NodeSchema): ResourceKind[] => [
  'type',
  ...(schema.enum ? (['enum'] as const) : []),
  ...(schema.format !== undefined || schema.pattern !== undefined ? (['format'] as const) : []),
];

type Place = Pick<ResourceRow, 'pointer' | 'name' | 'presence'>;

const rowsBelow = (schema: NodeSchema, { pointer, name }: Place): ResourceRow[] => {
  const children = Object.entries(schema.properties ?? {}).flatMap(([key, child]) =>
    rowsAt(child, {
      pointer: `${pointer}/${key}`,
      name: name === '' ? key : `${name}.${key}`,
      presence: schema.required?.includes(key) ? 'required' : 'optional',
    }),
  );
  const item = { pointer: `${pointer}/*`, name: `${name}[]`, presence: 'item' } as const;
  return [...children, ...(schema.items ? rowsAt(schema.items, item) : [])];
};

const rowsAt = (schema: NodeSchema, place: Place): ResourceRow[] => [
  { ...place, schema, kinds: kindsOf(schema) },
  ...rowsBelow(schema, place),
];

/** Every node below the root of a schema literal, parents first. */
export const resourceRows = (schema: JSONSchema): readonly ResourceRow[] =>
  rowsBelow(schema as unknown as NodeSchema, { pointer: '', name: '', presence: 'required' });
