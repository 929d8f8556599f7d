import type { z } from 'zod';
import { didYouMean } from '../did-you-mean.ts';
import { type Issue, isSecretPath, type TargetPath, valueAt, pathText } from './target-error.ts';
import { targetJsonSchema } from './target-json-schema.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const LONGEST = 120;

/** A value for a message, truncated if long. */
export const displayValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'function' ? 'a function' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const shown = (path: TargetPath, document: unknown): string => {
  const value = valueAt(document, path);
  // A private key may have been pasted instead of its file name.
  const isKey = /PRIVATE KEY-----/.test(JSON.stringify(value) ?? '');
  const isHidden = value !== undefined && (isKey || isSecretPath(path));
  return isHidden ? `a ${typeof value} (not shown)` : displayValue(value);
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

const targetManual = (): FileManual => ({
  what: 'target',
  schema: targetJsonSchema(),
  meant: {
    targets: 'a file may hold several targets and the keys that they share; FILE#NAME selects one',
  },
});

const unlisted = (values: readonly unknown[], path: TargetPath, document: unknown): Issue => ({
  path,
  wanted: oneOf(values),
  got: shown(path, document),
  hint: didYouMean(String(valueAt(document, path)), values.map(String)),
});

const counted = (origin: string, number: number | bigint): string => {
  if (origin !== 'array') return '';
  return Number(number) === 1 ? ' item' : ' items';
};

const wantedBy = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'too_small':
      if (issue.origin === 'string') return 'a text that is not empty';
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${counted(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${counted(issue.origin, issue.maximum)}`;
    default:
      return issue.message;
  }
};

/** Text of a custom check: a value that may be shown, and a hint. */
const customText = (issue: z.core.$ZodIssue): Partial<Pick<Issue, 'got' | 'hint'>> => {
  if (issue.code !== 'custom') return {};
  const { got, hint }: { readonly got?: string; readonly hint?: string } = issue.params ?? {};
  return { ...(got === undefined ? {} : { got }), hint };
};

/** Path of the issue. */
export const pathOf = (issue: z.core.$ZodIssue): TargetPath =>
  issue.path.map((key) => (typeof key === 'number' ? key : String(key)));

/** Converts zod issues to the terms of a file's manual (default: the target's): expected, got, suggestion. */
export const issuesOf = (
  issues: readonly z.core.$ZodIssue[],
  document: unknown,
  manual: FileManual = targetManual(),
): Issue[] =>
  issues.flatMap((issue): Issue[] => {
    const path = pathOf(issue);
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, document, manual);
    if (issue.code === 'invalid_value') return [unlisted(issue.values, path, document)];
    if ('options' in issue && Array.isArray(issue.options))
      return [unlisted(issue.options, path, document)];
    const description = schemaAt(manual.schema, path, document)?.description;
    const wanted = wantedBy(issue);
    return [
      {
        path,
        wanted: description === undefined ? wanted : `${wanted} (${description})`,
        got: shown(path, document),
        ...customText(issue),
      },
    ];
  });

/** Parts of a JSON Schema that error messages use. */
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

/** Alternative whose constants match the value, such as the scheme of a credential. */
export const matchingAlternative = (node: SchemaNode, value: unknown): SchemaNode =>
  node.oneOf?.find((option) =>
    Object.entries(option.properties ?? {}).every(
      ([key, { const: constant }]) => constant === undefined || valueAt(value, [key]) === constant,
    ),
  ) ?? node;

/** Schema of the value at a path of this document; undefined if the schema has no such path. */
const schemaAt = (
  schema: SchemaNode,
  path: TargetPath,
  document: unknown,
): SchemaNode | undefined => {
  let node = schema;
  for (const [depth, key] of path.entries()) {
    const { properties, additionalProperties, items }: SchemaNode = matchingAlternative(
      node,
      valueAt(document, path.slice(0, depth)),
    );
    const child: SchemaNode | boolean | undefined =
      typeof key === 'number' ? items : (properties?.[key] ?? additionalProperties);
    if (typeof child !== 'object') return undefined;
    node = child;
  }
  return matchingAlternative(node, valueAt(document, path));
};

/** Keys that the schema allows. */
export const keysOf = (node: SchemaNode | undefined): readonly string[] =>
  node?.propertyNames?.enum ?? Object.keys(node?.properties ?? {});

/** Descriptions of pattern keys, such as `any percentile`. */
const keyPatternsOf = (node: SchemaNode | undefined): readonly string[] =>
  Object.values(node?.patternProperties ?? {}).flatMap(({ title }) => title ?? []);

/** Kind of file, and its schema for error messages. */
export interface FileManual {
  /** Name in a sentence: `target`. */
  readonly what: string;
  /** JSON Schema with the descriptions that messages repeat. */
  readonly schema: SchemaNode;
  /** Top-level keys that the reader accepts in addition to the schema, with their descriptions. */
  readonly meant?: Readonly<Record<string, string>>;
}

/** Other path at which a key is valid, for one that is indented wrongly. */
const elsewhere = (key: string, { what, schema }: FileManual): string | undefined => {
  const found: string[] = [];
  const look = (node: SchemaNode, path: TargetPath): void => {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      if (name === key) found.push(pathText([...path, name]));
      look(child, [...path, name]);
    }
  };
  look(schema, []);
  if (found.length === 0) return undefined;
  return `the ${what} has ${found.slice(0, 3).join(', ')}; check the indentation`;
};

/** Suggestion for an unknown key. */
const meantBy = (
  key: string,
  at: TargetPath,
  known: readonly string[],
  manual: FileManual,
): string | undefined => {
  const { meant = {} } = manual;
  const near = at.length === 0 ? [...known, ...Object.keys(meant)] : known;
  return meant[key] ?? didYouMean(key, near) ?? elsewhere(key, manual);
};

/** Issues of unknown keys. */
const unknownKeys = (
  keys: readonly string[],
  at: TargetPath,
  document: unknown,
  manual: FileManual,
): Issue[] => {
  const here = schemaAt(manual.schema, at, document);
  const known = keysOf(here);
  const listed = [known.join(', '), ...keyPatternsOf(here)].join(', or ');
  return keys.map((key) => ({
    path: [...at, key],
    wanted: `a key that a ${manual.what} may have here: ${listed}`,
    got: `the unknown key ${key}`,
    hint: meantBy(key, at, known, manual),
  }));
};
