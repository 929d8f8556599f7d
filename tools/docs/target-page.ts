import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { type GeneratedPage, inMarkdown } from './generated-page.ts';

/** The part of JSON Schema that the schema of the target uses. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const kindOf = (schema: Schema): string => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(kindOf))].join(' or ');
  if (schema.enum) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  return [schema.type ?? 'any'].flat().join(' or ');
};

/** Rows of a key and of the keys within it; the variants of a choice have theirs one after the other. */
const rowsOf = (path: string, schema: Schema, seen: ReadonlySet<string>): readonly string[] => {
  const initial = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  const own = `| \`${path}\` | ${kindOf(schema).replaceAll('|', String.raw`\|`)} | ${initial.length > 60 ? 'see below' : initial.replaceAll('|', String.raw`\|`)} | ${inMarkdown(schema.description ?? '')} |`;
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inner = parts.flatMap(({ properties = {}, additionalProperties }) => [
    ...Object.entries(properties).map(([key, each]) => [`${path}.${key}`, each] as const),
    ...(typeof additionalProperties === 'object'
      ? [[`${path}.*`, additionalProperties] as const]
      : []),
  ]);
  const fresh = inner.filter(([key], at) => inner.findIndex(([other]) => other === key) === at);
  return [own, ...fresh.flatMap(([key, each]) => (seen.has(key) ? [] : rowsOf(key, each, seen)))];
};

/** Every key of a target file, from its schema. */
export const targetPage = (): GeneratedPage => {
  const file = join(PROJECT, 'client', 'target', 'target.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const keys = Object.entries(schema.$defs?.['target']?.properties ?? {});
  if (keys.length === 0) throw new Error(`wanted the keys of a target in ${file}, found none`);
  const sections = keys.map(([key, each]) =>
    [
      `## ${inMarkdown(key)}`,
      '',
      '| key | kind | default | meaning |',
      '| --- | --- | --- | --- |',
      ...rowsOf(key, each, new Set()),
    ].join('\n'),
  );
  const about =
    'What is under test, and all that the specification does not show about it; YAML, JSON or TypeScript. Several targets may share a file, below `targets:`.';
  return {
    path: 'reference/target.md',
    text: ['# The target file', about, ...sections].join('\n\n'),
  };
};
