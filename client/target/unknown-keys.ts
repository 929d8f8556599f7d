import { didYouMean } from '../did-you-mean.ts';
import { keyPatternsOf, keysOf, type SchemaNode, schemaAt } from './schema-node.ts';
import type { Issue } from './target-issues.ts';
import { pathText, type TargetPath } from './target-path.ts';

/** The kind of file that is spoken of, and what its user may write in it. */
export interface Manual {
  /** In a sentence: `target`. */
  readonly what: string;
  /** JSON Schema, with the descriptions that messages repeat. */
  readonly schema: SchemaNode;
  /** Keys that the reader of the file takes at the top beside those of the schema, and what is told of them. */
  readonly meant?: Readonly<Record<string, string>>;
}

/** Where else in the file a key is known, as for one that is indented too much or too little. */
const elsewhere = (key: string, { what, schema }: Manual): string | undefined => {
  const found: string[] = [];
  const look = (node: SchemaNode, path: TargetPath): void => {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      if (name === key) found.push(pathText([...path, name]));
      look(child, [...path, name]);
    }
  };
  look(schema, []);
  if (found.length === 0) return undefined;
  return `the ${what} knows ${found.slice(0, 3).join(', ')}; is it indented as it should be?`;
};

/** What may have been meant by a key that is not known at a place. */
const meantBy = (
  key: string,
  at: TargetPath,
  known: readonly string[],
  manual: Manual,
): string | undefined => {
  const { meant = {} } = manual;
  const near = at.length === 0 ? [...known, ...Object.keys(meant)] : known;
  return meant[key] ?? didYouMean(key, near) ?? elsewhere(key, manual);
};

/** What is told of keys that a file's manual does not know at a place. */
export const unknownKeys = (
  keys: readonly string[],
  at: TargetPath,
  document: unknown,
  manual: Manual,
): Issue[] => {
  const here = schemaAt(manual.schema, at, document);
  const known = keysOf(here);
  const listed = [known.join(', '), ...keyPatternsOf(here)].join(', or ');
  return keys.map((key) => ({
    path: [...at, key],
    wanted: `a key that a ${manual.what} knows here: ${listed}`,
    got: `the unknown key ${key}`,
    hint: meantBy(key, at, known, manual),
  }));
};
