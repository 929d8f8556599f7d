import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import type { TargetProblem } from './target-error.ts';
import { targetJsonSchema } from './target-json-schema.ts';
import { isSecretPath, pathText, type TargetPath, valueAt } from './target-path.ts';

/** A problem without its source: the loader knows where the value came from. */
export type Issue = Omit<TargetProblem, 'source' | 'path'> & { readonly path: TargetPath };

interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly const?: unknown;
}

/** Of alternatives the one whose constants are those of the value, such as the scheme of a credential. */
const chosen = (node: SchemaNode, value: unknown): SchemaNode =>
  node.oneOf?.find((option) =>
    Object.entries(option.properties ?? {}).every(
      ([key, { const: constant }]) => constant === undefined || valueAt(value, [key]) === constant,
    ),
  ) ?? node;

const schemaAt = (path: TargetPath, document: unknown): SchemaNode | undefined => {
  let node: SchemaNode | undefined = targetJsonSchema();
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

const keysOf = (node: SchemaNode | undefined): readonly string[] =>
  node?.propertyNames?.enum ?? Object.keys(node?.properties ?? {});

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

/** A value for a message, cut where it is long. */
export const shownValue = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'function' ? 'a function' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

const shown = (path: TargetPath, document: unknown): string => {
  const value = valueAt(document, path);
  // A key may stand anywhere where a file was meant.
  const isKey = /PRIVATE KEY-----/.test(JSON.stringify(value) ?? '');
  const isHidden = value !== undefined && (isKey || isSecretPath(path));
  return isHidden ? `a ${typeof value} (not shown)` : shownValue(value);
};

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

/** Where else in a target a key is known, as for one that is indented too much or too little. */
const elsewhere = (key: string): string | undefined => {
  const top = targetJsonSchema() as SchemaNode;
  const found: string[] = [];
  const look = (node: SchemaNode, path: TargetPath): void => {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      if (name === key) found.push(pathText([...path, name]));
      look(child, [...path, name]);
    }
  };
  look(top, []);
  if (found.length === 0) return undefined;
  return `the target knows ${found.slice(0, 3).join(', ')}; is it indented as it should be?`;
};

const SEVERAL = 'targets';

/** What may have been meant by a key that is not known at a place. */
const meantBy = (key: string, at: TargetPath, known: readonly string[]): string | undefined =>
  key === SEVERAL
    ? 'several targets stand in a file, beside the keys that they share; FILE#NAME chooses one'
    : (didYouMean(key, at.length === 0 ? [...known, SEVERAL] : known) ?? elsewhere(key));

const unknownKeys = (keys: readonly string[], at: TargetPath, document: unknown): Issue[] => {
  const known = keysOf(schemaAt(at, document));
  return keys.map((key) => ({
    path: [...at, key],
    wanted: `a key that a target knows here: ${known.join(', ')}`,
    got: `the unknown key ${key}`,
    hint: meantBy(key, at, known),
  }));
};

const unlisted = (values: readonly unknown[], path: TargetPath, document: unknown): Issue => ({
  path,
  wanted: oneOf(values),
  got: shown(path, document),
  hint: didYouMean(String(valueAt(document, path)), values.map(String)),
});

const wantedBy = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return issue.message;
  }
};

/** What a check of our own says itself: a value that may be shown, and what to do. */
const toldBy = (issue: z.core.$ZodIssue): Partial<Pick<Issue, 'got' | 'hint'>> => {
  if (issue.code !== 'custom') return {};
  const { got, hint }: { readonly got?: string; readonly hint?: string } = issue.params ?? {};
  return { ...(got === undefined ? {} : { got }), hint };
};

/** Where zod found it. */
export const pathOf = (issue: z.core.$ZodIssue): TargetPath =>
  issue.path.map((key) => (typeof key === 'number' ? key : String(key)));

/** Says what zod found in the words of the target's manual: what was wanted, what came, what may have been meant. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[], document: unknown): Issue[] =>
  issues.flatMap((issue): Issue[] => {
    const path = pathOf(issue);
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, path, document);
    if (issue.code === 'invalid_value') return [unlisted(issue.values, path, document)];
    if ('options' in issue && Array.isArray(issue.options))
      return [unlisted(issue.options, path, document)];
    const description = schemaAt(path, document)?.description;
    const wanted = wantedBy(issue);
    return [
      {
        path,
        wanted: description === undefined ? wanted : `${wanted} (${description})`,
        got: shown(path, document),
        ...toldBy(issue),
      },
    ];
  });
