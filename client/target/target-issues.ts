import type { z } from 'zod';
import { didYouMean } from '../did-you-mean.ts';
import type { TargetProblem } from './target-error.ts';
import { targetJsonSchema } from './target-json-schema.ts';
import { schemaAt } from './schema-node.ts';
import { type Manual, unknownKeys } from './unknown-keys.ts';
import { isSecretPath, type TargetPath, valueAt } from './target-path.ts';

/** A problem without its source: the loader knows where the value came from. */
export type Issue = Omit<TargetProblem, 'source' | 'path'> & { readonly path: TargetPath };

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

const targetManual = (): Manual => ({
  what: 'target',
  schema: targetJsonSchema(),
  meant: {
    targets:
      'several targets stand in a file, beside the keys that they share; FILE#NAME chooses one',
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

/** What a check of our own says itself: a value that may be shown, and what to do. */
const toldBy = (issue: z.core.$ZodIssue): Partial<Pick<Issue, 'got' | 'hint'>> => {
  if (issue.code !== 'custom') return {};
  const { got, hint }: { readonly got?: string; readonly hint?: string } = issue.params ?? {};
  return { ...(got === undefined ? {} : { got }), hint };
};

/** Where zod found it. */
export const pathOf = (issue: z.core.$ZodIssue): TargetPath =>
  issue.path.map((key) => (typeof key === 'number' ? key : String(key)));

/**
 * Says what zod found in the words of a file's manual (default: the target's): what was wanted, what came, what may have
 * been meant.
 */
export const issuesOf = (
  issues: readonly z.core.$ZodIssue[],
  document: unknown,
  manual: Manual = targetManual(),
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
        ...toldBy(issue),
      },
    ];
  });
