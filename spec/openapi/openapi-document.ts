import { COUNTRY, VERSION, VERSION_HEADER } from '../limits.ts';
import { LINE_TITLES, LINES } from '../line.ts';
import { type KnownOperation, OPERATIONS } from '../operations.ts';
import { componentSchemas } from './body-schemas.ts';
import { type DocumentFacts, operationObject } from './operation-object.ts';
import type { JsonObject } from './field-schema.ts';

const IDS: Readonly<Record<string, string>> = {
  draftId: 'Unique id of the draft.',
  contractId: 'Unique id of the contract.',
  carId: 'Unique id of a car on a travel draft.',
  personId: 'Id of a person on a travel draft.',
  keyId: 'Unique id of a metadata key on a travel draft.',
};

const inPath = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

const parameters = (): JsonObject => ({
  version: {
    name: VERSION_HEADER,
    in: 'header',
    required: true,
    description: `The version of the service; the only one is ${VERSION}.`,
    schema: { type: 'string', enum: [VERSION] },
  },
  country: {
    ...inPath('country', 'ISO 3166-1 alpha-2 code, case insensitive. BE is the only one served.', {
      type: 'string',
      pattern: '^[Bb][Ee]$',
    }),
    example: COUNTRY,
  },
  ...Object.fromEntries(
    Object.entries(IDS).map(([name, description]) => [
      name,
      inPath(name, description, { type: 'string', minLength: 1 }),
    ]),
  ),
});

const headers: JsonObject = {
  'Last-Modified': {
    description:
      'When the resource was changed. The specification says date-time and shows no notation.',
    schema: { type: 'string' },
  },
  Location: { description: 'A link to the result.', schema: { type: 'string' } },
};

const pathsOf = (facts: DocumentFacts): JsonObject => {
  const byPath = Map.groupBy(OPERATIONS, ({ path }: KnownOperation) => path);
  return Object.fromEntries(
    [...byPath].map(([path, rows]) => [
      path,
      {
        ...(rows[0]?.address === 'gap' ? { servers: [facts.servers.gap] } : {}),
        ...Object.fromEntries(
          rows.map((row) => [row.method.toLowerCase(), operationObject(row, facts)]),
        ),
      },
    ]),
  );
};

const DESCRIPTION = `Drafts, prices, leads and contracts of four lines of insurance.

What this document says follows from the interface specification; where that shows no shape, the schema is open. Every
description names the requirements that are judged, by id: \`assay explain ID\` says how.`;

const OPEN_SECURITY =
  'Every operation may ask for a credential; scheme, type and place are not shown by the specification, so none is named here.';

const securityOf = ({ security }: DocumentFacts): JsonObject =>
  security ? { security: [{ [security.name]: [] }] } : {};

/** The service as OpenAPI 3.1: all 48 operations, as far as the specification shows them and these facts complete it. */
export const openApiDocument = (facts: DocumentFacts): JsonObject => ({
  openapi: '3.1.1',
  info: {
    title: 'Insurance quoting and contracting service',
    version: VERSION,
    description: facts.security ? DESCRIPTION : `${DESCRIPTION}\n\n${OPEN_SECURITY}`,
    'x-made-by': `assay ${facts.version}`,
  },
  servers: [facts.servers.base],
  tags: LINES.map((line) => ({ name: line, description: `The ${LINE_TITLES[line]} line` })),
  ...securityOf(facts),
  paths: pathsOf(facts),
  components: {
    schemas: componentSchemas(),
    parameters: parameters(),
    headers,
    ...(facts.security
      ? { securitySchemes: { [facts.security.name]: facts.security.scheme } }
      : {}),
  },
});
