import { CATALOGUE, isOfField, type RequirementId } from '../catalogue.ts';
import { type KnownOperation, type OperationId, OPERATIONS } from '../operations.ts';
import { isJudged } from '../requirement.ts';
import { componentOf } from './body-schemas.ts';
import type { JsonObject } from './field-schema.ts';
import { SHOWN_RESOURCES, type ShownResource } from '../requirements/resources.ts';

/** Facts from the target or the generators that complete a document. */
export interface DocumentFacts {
  /** Of the project. */
  readonly version: string;
  readonly servers: { readonly base: JsonObject; readonly gap: JsonObject };
  /** Security schemes of the service; left out: open, as in the specification. */
  readonly security?: { readonly name: string; readonly scheme: JsonObject };
  /** A body for each operation that has one, as an example. */
  readonly examples: Readonly<Partial<Record<OperationId, unknown>>>;
  /** Bodies of operations whose body is not shown; an example each. */
  readonly bodies: Readonly<Partial<Record<OperationId, unknown>>>;
  /** JSON pointers to the ids in answers to creations, by path parameter. */
  readonly ids: Readonly<
    Partial<Record<OperationId, { readonly parameter: string; readonly pointer: string }>>
  >;
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is badly formatted or failed validation.',
  401: 'Authentication failed or is missing.',
  402: 'The request is valid but breaks one or several business rules.',
  403: 'The caller has no right to perform the operation.',
  404: 'The resource cannot be found.',
  500: 'The request could not be processed because of a server error.',
};

/** Statuses whose answer names a resource, of which no field is shown. */
const WITH_RESOURCE = new Set([400, 402, 500]);

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

const refusal = (status: number): JsonObject => ({
  description: MEANINGS[status] ?? 'A refusal.',
  // The specification requires no body of an error, and no format.
  ...(WITH_RESOURCE.has(status) ? { content: { '*/*': { schema: {} } } } : {}),
});

const headersOf = ({ headers }: KnownOperation): JsonObject =>
  headers.length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      };

/** The components of the resources whose fields are shown, by the prefix of their requirements. */
const COMPONENTS: Readonly<Record<ShownResource['prefix'], string>> = {
  'LANDLORD-RESOURCE': componentOf('landlord-draft-resource'),
  'PRICE-FIELD': 'PriceRequestResource',
  'PRICE-ALTERNATIVE': 'PriceRequestResource',
};

const componentIn = ({ id, response }: KnownOperation): string | undefined => {
  const shown = SHOWN_RESOURCES.find(({ operations }) => operations.includes(id));
  if (shown) return COMPONENTS[shown.prefix];
  return response.shown && response.name !== 'none' ? componentOf(response.name) : undefined;
};

const contentOf = (row: KnownOperation): JsonObject => {
  const name = componentIn(row);
  return name === undefined ? {} : { content: json({ $ref: `#/components/schemas/${name}` }) };
};

const placeholders = ({ path }: KnownOperation): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Links to the operations of a line that need an id of this one. */
const linksOf = (created: KnownOperation, { ids }: DocumentFacts): JsonObject => {
  const handed = ids[created.id];
  if (!handed) return {};
  const { parameter, pointer } = handed;
  const others = OPERATIONS.filter(
    (each) =>
      each.line === created.line &&
      each.id !== created.id &&
      placeholders(each).at(-1) === parameter,
  );
  const value = `$response.body#${pointer}`;
  return {
    links: Object.fromEntries(
      others.map((other) => [
        other.id.replace('.', '-'),
        {
          operationId: other.id,
          parameters: { [parameter]: value },
          description: `Calls ${other.name} with the ${parameter} of the answer.`,
        },
      ]),
    ),
  };
};

const success = (row: KnownOperation, facts: DocumentFacts): JsonObject => ({
  description:
    row.success === null
      ? 'The operation was successful. The specification lists no status.'
      : row.success === 303
        ? 'The result is found at the link in the header Location.'
        : 'The operation was successful.',
  ...headersOf(row),
  ...contentOf(row),
  ...linksOf(row, facts),
});

/** All responses of an operation: those of its detail entry, or ranges if it has none. */
const responsesOf = (row: KnownOperation, facts: DocumentFacts): JsonObject => {
  const { failures } = row;
  const listed = failures ?? [401, 403, 404];
  return {
    [String(row.success ?? '2XX')]: success(row, facts),
    ...(row.success === null && row.step === 'contract-create'
      ? { '3XX': { description: 'The contract is found at the link in the header Location.' } }
      : {}),
    ...Object.fromEntries(listed.map((status) => [String(status), refusal(status)])),
    ...(failures === null
      ? { '4XX': { description: 'A refusal. No status is listed.' }, '500': refusal(500) }
      : {}),
    default: {
      description: 'A status of transport, such as 429 or 503: no answer of the operation itself.',
    },
  };
};

/** Requirements of an operation, except those of fields, which are listed with their field. */
const requirementsOn = (on: OperationId): readonly (readonly [RequirementId, string])[] =>
  [...CATALOGUE]
    .filter(([id, each]) => isJudged(each) && each.operations.includes(on) && !isOfField(id))
    .map(([id, { statement }]) => [id, statement]);

const describe = (row: KnownOperation): string => {
  const shape =
    row.detail === null
      ? 'The specification lists it without a detail entry.'
      : `Detail entry ${row.detail}.`;
  const soon = row.comingSoon ? ' The specification calls it coming soon.' : '';
  const rules = requirementsOn(row.id).map(([id, statement]) => `- ${id}: ${statement}`);
  return [`${shape}${soon}`, '', ...rules].join('\n');
};

const parametersOf = ({ path }: KnownOperation): readonly JsonObject[] => [
  { $ref: '#/components/parameters/version' },
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    $ref: `#/components/parameters/${name ?? ''}`,
  })),
];

const bodyOf = (row: KnownOperation, { examples, bodies }: DocumentFacts): JsonObject => {
  const { id, request, method } = row;
  if (request.shown && request.name === 'none') return {};
  const example = bodies[id] ?? examples[id];
  const shown = example === undefined ? {} : { example };
  if (request.shown && request.name !== 'none') {
    const schema = { $ref: `#/components/schemas/${componentOf(request.name)}` };
    // Many servers and proxies drop the body of a deletion (D7).
    const required = method !== 'DELETE';
    return { requestBody: { required, content: { 'application/json': { schema, ...shown } } } };
  }
  const description = 'The specification does not show whether there is a body, nor its form.';
  return {
    requestBody: { description, content: { 'application/json': { schema: {}, ...shown } } },
  };
};

/** One operation of the document: its parameters, body, answers, and the requirements that are judged on it. */
export const operationObject = (row: KnownOperation, facts: DocumentFacts): JsonObject => ({
  operationId: row.id,
  tags: [row.line],
  summary: row.name,
  description: describe(row),
  ...(row.comingSoon ? { 'x-coming-soon': true } : {}),
  parameters: parametersOf(row),
  ...bodyOf(row, facts),
  responses: responsesOf(row, facts),
});
