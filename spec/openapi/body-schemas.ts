import { BODIES } from '../bodies.ts';
import type { BodyName, ResourceName } from '../operation.ts';
import { type NodeSchema, resourceRows } from '../resource-rows.ts';
import { FIELD_BODIES, type FieldBody } from '../requirements/field-bodies.ts';
import { landlordDraftResource } from '../schemas/landlord-draft.ts';
import { priceRequestResource, priceRequestResourceAlternative } from '../schemas/price-request.ts';
import { fieldSchema, type JsonObject, SHARED_TYPES, requirementRemark } from './field-schema.ts';

const pascal = (name: string): string =>
  name.replace(/(?:^|-)(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** Component name of a body or a resource. */
export const componentOf = (name: BodyName | ResourceName): string => pascal(name);

const SHARED: ReadonlySet<unknown> = new Set(Object.values(SHARED_TYPES));

const withRemarks = (schema: unknown, prefix: string): JsonObject => {
  const rows = resourceRows(schema as Parameters<typeof resourceRows>[0]);
  const shared = new Set(rows.filter((row) => SHARED.has(row.schema)).map(({ name }) => name));
  const remark = requirementRemark(prefix, (name) => shared.has(name));
  return fieldSchema(schema as NodeSchema, '', remark);
};

const isFieldBody = (name: string): name is FieldBody => Object.hasOwn(FIELD_BODIES, name);

const bodySchema = (name: BodyName): JsonObject =>
  isFieldBody(name)
    ? withRemarks(BODIES[name], FIELD_BODIES[name].faults)
    : fieldSchema(BODIES[name], '', () => undefined);

const openObject = (what: string): JsonObject => ({
  type: 'object',
  description: `${what}. The specification names it and shows none of its fields.`,
});

/** The price request: one of two shapes; labels of the second occur in no draft (R1). */
const priceRequest = (): JsonObject => ({
  description: 'A price request, in either of the two shapes that the specification shows.',
  anyOf: [
    withRemarks(priceRequestResource, 'PRICE-FIELD'),
    withRemarks(priceRequestResourceAlternative, 'PRICE-ALTERNATIVE'),
  ],
});

const resourceSchemas = (): JsonObject => ({
  [componentOf('jobloss-draft-resource')]: openObject('The jobloss draft'),
  [componentOf('travel-draft-resource')]: openObject('The travel draft'),
  [componentOf('car-resource')]: openObject('The car'),
  [componentOf('metadata-resource')]: openObject('The metadata item'),
  [componentOf('landlord-draft-resource')]: withRemarks(landlordDraftResource, 'LANDLORD-RESOURCE'),
  [componentOf('gap-price-request-resource')]: openObject('The motor gap price request'),
  PriceRequestResource: priceRequest(),
});

const sharedSchemas = (): JsonObject =>
  Object.fromEntries(
    Object.entries(SHARED_TYPES).map(([name, schema]) => [
      name,
      fieldSchema(schema as unknown as NodeSchema, '', () => undefined),
    ]),
  );

/** The schemas of all bodies, resources and shared types that the specification shows, by component. */
export const componentSchemas = (): JsonObject => ({
  ...sharedSchemas(),
  ...Object.fromEntries(
    (Object.keys(BODIES) as BodyName[]).map((name) => [componentOf(name), bodySchema(name)]),
  ),
  ...resourceSchemas(),
});
