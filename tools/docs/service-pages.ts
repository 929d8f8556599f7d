import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import { LINE_TITLES, LINES } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import { headingId } from './markdown.ts';
import { type GeneratedPage, escapeMarkdown } from './reference-pages.ts';
import { requirementLink } from './requirement-pages.ts';

/** Source document of the pages, below the project. */
export const OPENAPI_FILE = 'spec/openapi.json';

/** Used fields of an operation. */
interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: object; readonly example?: unknown }>
    >;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

interface ServiceDocument {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** One call of the service. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly documented: DocumentedOperation;
}

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

const isRequirement = (id: string): id is RequirementId =>
  (CATALOGUE as ReadonlyMap<string, unknown>).has(id);

/** Renders a line of a description, with a link for its leading requirement. */
const described = (line: string): string => {
  const [, id = '', text = ''] = /^- ([\w-]+): (.*)$/.exec(line) ?? [];
  return isRequirement(id)
    ? `- ${requirementLink(id)}: ${escapeMarkdown(text)}`
    : escapeMarkdown(line);
};

/** Describes a schema: a link if it is named, else in full. */
const schemaText = (schema: object): string => {
  if (Object.keys(schema).length === 0) return 'Body: the specification shows no shape.';
  const reference = '$ref' in schema ? String(schema.$ref) : '';
  const name = reference.split('/').at(-1) ?? '';
  return name === ''
    ? `Body:\n\n${json(schema)}`
    : `Body: [${name}](service-schemas.md#${headingId(name)})`;
};

const bodyOf = ({ requestBody }: DocumentedOperation): readonly string[] =>
  Object.values(requestBody?.content ?? {}).flatMap(({ schema, example }) => [
    schemaText(schema),
    ...(example === undefined ? [] : ['For example:', json(example)]),
  ]);

const sectionOf = ({ method, path, documented }: Call): string => {
  const { operationId, summary, description, responses } = documented;
  const statuses = Object.entries(responses).map(
    ([status, { description: what }]) => `| ${status} | ${escapeMarkdown(what)} |`,
  );
  return [
    `## ${operationId}`,
    `${escapeMarkdown(summary)}: \`${method.toUpperCase()} ${path}\``,
    description.split('\n').map(described).join('\n'),
    ...bodyOf(documented),
    ['| status | what it means |', '| --- | --- |', ...statuses].join('\n'),
  ].join('\n\n');
};

const callsIn = ({ paths }: ServiceDocument): readonly Call[] =>
  OPERATIONS.flatMap(({ id }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, documented]) => documented.operationId === id)
        .map(([method, documented]) => ({ method, path, documented })),
    ),
  );

/** Pages of the service from its OpenAPI document: one per line, one of the schemas, and an index. */
export const servicePages = (): readonly GeneratedPage[] => {
  const document = JSON.parse(readFileSync(join(PROJECT, OPENAPI_FILE), 'utf8')) as ServiceDocument;
  const calls = callsIn(document);
  const lines = LINES.map((line) => ({
    line,
    title: LINE_TITLES[line],
    own: calls.filter(({ documented }) => documented.operationId.startsWith(`${line}.`)),
  }));
  const schemas = Object.entries(document.components.schemas);
  const rows = lines.map(
    ({ line, title, own }) => `| [${title}](service-${line}.md) | ${own.length} |`,
  );
  const about = [
    '# The service',
    document.info.description,
    '[openapi.json](openapi.json) is the document for other tools (OpenAPI 3.1). `assay openapi --target FILE` adds the details of a target: addresses, credentials, bodies and the places of ids.',
    ['| line | operations |', '| --- | --: |', ...rows].join('\n'),
    `[${schemas.length} schemas](service-schemas.md) define bodies and answers.`,
  ];
  return [
    { path: 'reference/service.md', text: about.join('\n\n') },
    ...lines.map(({ line, title, own }) => ({
      path: `reference/service-${line}.md`,
      text: [`# Operations of ${title}`, ...own.map(sectionOf)].join('\n\n'),
    })),
    {
      path: 'reference/service-schemas.md',
      text: [
        '# Schemas of the service',
        ...schemas.map(([name, schema]) => `## ${name}\n\n${json(schema)}`),
      ].join('\n\n'),
    },
  ];
};
