import { type KnownOperation, OPERATIONS } from '../operations.ts';
import { SHOWN_RESOURCES, type ShownResource } from '../requirements/resources.ts';
import { componentOf } from './body-schemas.ts';
import type { DocumentFacts } from './facts.ts';
import type { JsonObject } from './field-schema.ts';

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
  // Nothing says that the body of an error comes, nor in which form.
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

/** The operations of a line that need what this one hands out, as links. */
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

/** All that an operation may answer: what its detail entry lists, or ranges where it has none. */
export const responsesOf = (row: KnownOperation, facts: DocumentFacts): JsonObject => {
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
