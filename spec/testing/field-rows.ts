import type { JSONSchema } from 'json-schema-to-ts';

/** One row of a field table: a node below the root of a body or resource. */
export interface FieldRow {
  /** JSON pointer with `*` for the items of an array, such as `/drivers/*`. */
  readonly pointer: string;
  readonly type: string;
  /** Inside its enclosing object; items are always required. */
  readonly presence: 'required' | 'optional';
  /** Listed values joined by commas, the name of the format (`date`, `be-vat` …), or `-` for any value. */
  readonly values: string;
}

type Node = Exclude<JSONSchema, boolean>;

const FORMS: Readonly<Record<string, string>> = { '^BE\\d+$': 'be-vat', '^\\d{4}$': 'year' };

const formOf = (pattern: string): string => {
  const form = FORMS[pattern];
  if (!form) throw new Error(`no name for the pattern ${pattern}: add it to FORMS`);
  return form;
};

const forbidden = (value: unknown): string => {
  if (JSON.stringify(value) === '{"const":0}') return 'not-zero';
  throw new Error(`no name for not ${JSON.stringify(value)}: add it to forbidden`);
};

const valuesOf = (node: Node): string => {
  if (Array.isArray(node.enum)) return node.enum.join(',');
  if (node.pattern !== undefined) return formOf(node.pattern);
  if (node.not !== undefined) return forbidden(node.not);
  return node.format ?? '-';
};

const rowsBelow = (node: Node, pointer: string): readonly FieldRow[] => {
  const children = Object.entries(node.properties ?? {}).map(
    ([name, child]) => [name, child, node.required?.includes(name) ?? false] as const,
  );
  const items = node.items === undefined ? [] : [['*', node.items as JSONSchema, true] as const];
  return [...children, ...items].flatMap(([name, child, required]) => {
    if (typeof child === 'boolean') throw new Error(`${pointer}/${name} has no type`);
    const below = `${pointer}/${name}`;
    const presence = required ? 'required' : 'optional';
    const row = {
      pointer: below,
      type: String(child.type),
      presence,
      values: valuesOf(child),
    } as const;
    return [row, ...rowsBelow(child, below)];
  });
};

/**
 * The rows of a schema's field table, depth first, without the root.
 * Throws for a pattern or exclusion that the tables have no name for.
 */
export const fieldRows = (schema: JSONSchema): readonly FieldRow[] =>
  typeof schema === 'boolean' ? [] : rowsBelow(schema, '');
