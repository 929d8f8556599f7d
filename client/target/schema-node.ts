import { type TargetPath, valueAt } from './target-path.ts';

/** What is used of a JSON Schema for the words of an error message. */
export interface SchemaNode {
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly const?: unknown;
}

/** Of alternatives the one whose constants are those of the value, such as the scheme of a credential. */
export const chosen = (node: SchemaNode, value: unknown): SchemaNode =>
  node.oneOf?.find((option) =>
    Object.entries(option.properties ?? {}).every(
      ([key, { const: constant }]) => constant === undefined || valueAt(value, [key]) === constant,
    ),
  ) ?? node;

/** What a schema says of the value at the path of this document; undefined where it knows no such place. */
export const schemaAt = (
  schema: SchemaNode,
  path: TargetPath,
  document: unknown,
): SchemaNode | undefined => {
  let node = schema;
  for (const [depth, key] of path.entries()) {
    const { properties, additionalProperties, items }: SchemaNode = chosen(
      node,
      valueAt(document, path.slice(0, depth)),
    );
    const child: SchemaNode | boolean | undefined =
      typeof key === 'number' ? items : (properties?.[key] ?? additionalProperties);
    if (typeof child !== 'object') return undefined;
    node = child;
  }
  return chosen(node, valueAt(document, path));
};

/** The keys that may stand in it. */
export const keysOf = (node: SchemaNode | undefined): readonly string[] =>
  node?.propertyNames?.enum ?? Object.keys(node?.properties ?? {});

/** What it says of the keys that are no fixed names, such as `any percentile`. */
export const keyPatternsOf = (node: SchemaNode | undefined): readonly string[] =>
  Object.values(node?.patternProperties ?? {}).flatMap(({ title }) => title ?? []);
