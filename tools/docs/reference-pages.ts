import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { COMPLETE } from '../../cli/command-context.ts';
import { buildProgram } from '../../cli/assay.ts';
import { VERSION } from '../../store/version.ts';
import {
  type EnvironmentEffect,
  ENVIRONMENT_RULES,
} from '../../client/target/environment-rules.ts';

/** Page of the documentation that is generated from the code, in Markdown. */
export interface GeneratedPage {
  /** Relative to `docs/`, such as `reference/rules.md`. */
  readonly path: string;
  readonly text: string;
}

/** Escapes a text of the code for one line of Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_{}[\]|#]/g, String.raw`\$&`);

/** Page of the rules for the silences of the specification. */
export const rulePage = (): GeneratedPage => {
  const rules = Object.entries(JUDGEMENT_RULES).map(
    ([id, text]) => `## ${id}\n\n${escapeMarkdown(text)}`,
  );
  const about =
    'The specification leaves much open. These rules say how Assay judges each point that it leaves open; the requirements refer to them.';
  return { path: 'reference/rules.md', text: ['# Judgement rules', about, ...rules].join('\n\n') };
};

/** Page on adding a requirement, from CONTRIBUTING.md. */
export const addingPage = (): GeneratedPage => {
  const contributing = readFileSync(join(PROJECT, 'CONTRIBUTING.md'), 'utf8');
  const [, section = ''] = contributing.split(/^## Adding a requirement$/m);
  const [text = ''] = section.split(/^## /m);
  if (text.trim() === '')
    throw new Error('expected the section "Adding a requirement" in CONTRIBUTING.md, found none');
  return {
    path: 'reference/adding-a-requirement.md',
    text: `# Adding a requirement\n\n${text.trim()}\n`,
  };
};

/** Page of all commands, with their help. */
export const commandPage = async (): Promise<GeneratedPage> => {
  const program = await buildProgram({
    version: VERSION,
    conclude: () => undefined,
    takeStop: () => new AbortController().signal,
    isLast: true,
  });
  const sections = program.commands
    .filter((command) => command.name() !== COMPLETE)
    .map(
      (command) =>
        `## assay ${command.name()}\n\n\`\`\`text\n${command.helpInformation().trim()}\n\`\`\``,
    );
  const about = 'What each command prints with `--help`.';
  return { path: 'reference/commands.md', text: ['# Commands', about, ...sections].join('\n\n') };
};

/** Effects on a run, most severe first. */
const EFFECTS: Readonly<Record<EnvironmentEffect, string>> = {
  refused: 'Assay ends with exit 2 before it sends anything, and says what to remove.',
  insecure:
    'The same as `--insecure`: allowed only for this machine and `testHosts` of the target, reported in the first lines, recorded, and never certified.',
  uncertified:
    'The first lines of the run say so and `run.json` records it; `assay certify` grants no certificate, only a statement of results.',
  said: 'The first lines of the run say so, and `run.json` records it.',
  recorded: '`run.json` records it.',
  harmless: 'Nothing.',
};

const sectionOf = (effect: EnvironmentEffect): string => {
  const rows = ENVIRONMENT_RULES.filter((rule) => rule.effect === effect).map(
    ({ names, value, what, tls, inFile }) => {
      const shown = names.replaceAll(/\S+/g, '`$&`').replaceAll(' ', ', ');
      const when =
        value === undefined
          ? ''
          : ` (matching \`${value.source.replaceAll('|', String.raw`\|`)}\`)`;
      return `| ${shown}${when} | ${escapeMarkdown(what)} | ${tls ? 'with https' : 'always'} | ${inFile ? 'yes' : 'no'} |`;
    },
  );
  return [
    `## ${effect}`,
    '',
    EFFECTS[effect],
    '',
    '| variable or flag of Node | what it does | counts | read from `.env` |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
};

/** Renders the effect of every variable of Node, OpenSSL and the system on a run, from the table that the run uses. */
export const environmentPage = (): GeneratedPage => {
  const about =
    'Variables of Node, OpenSSL, the dynamic linker and k6 can change what a run trusts, or what is loaded into it. Assay has a rule for each of them. This includes flags in `NODE_OPTIONS` and, for the installed package, on the command line of Node. No value is ever shown or recorded.';
  const sections = (Object.keys(EFFECTS) as EnvironmentEffect[]).map(sectionOf);
  return {
    path: 'reference/environment.md',
    text: ['# The environment', about, ...sections].join('\n\n'),
  };
};

/** Subset of JSON Schema that the target's schema uses. */
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

/** Rows of a key and its nested keys; the variants of a union follow one another. */
const rowsOf = (path: string, schema: Schema, seen: ReadonlySet<string>): readonly string[] => {
  const initial = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
  const own = `| \`${path}\` | ${kindOf(schema).replaceAll('|', String.raw`\|`)} | ${initial.length > 60 ? 'see below' : initial.replaceAll('|', String.raw`\|`)} | ${escapeMarkdown(schema.description ?? '')} |`;
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

/** Page of every key of a target file, from its schema. */
export const targetPage = (): GeneratedPage => {
  const file = join(PROJECT, 'client', 'target', 'target.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const keys = Object.entries(schema.$defs?.['target']?.properties ?? {});
  if (keys.length === 0) throw new Error(`expected the keys of a target in ${file}, found none`);
  const sections = keys.map(([key, each]) =>
    [
      `## ${escapeMarkdown(key)}`,
      '',
      '| key | kind | default | meaning |',
      '| --- | --- | --- | --- |',
      ...rowsOf(key, each, new Set()),
    ].join('\n'),
  );
  const about =
    'The target file describes the service under test and everything about it that the specification does not define, in YAML, JSON or TypeScript. Several targets may share a file, below `targets:`.';
  return {
    path: 'reference/target.md',
    text: ['# The target file', about, ...sections].join('\n\n'),
  };
};
