import type { OperationId } from '../../../spec/operations.ts';
import type { FieldFault } from '../../../spec/requirements/field-faults.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import type { Tables } from '../../call.ts';
import { enclosing, valuesAt } from '../../item-pointer.ts';
import { isObject } from '../../json.ts';
import { type Schema, without } from '../../request-schemas.ts';
import { schemaFault } from '../../validation.ts';

const fits = (schema: Schema, value: unknown): boolean => schemaFault(schema, value) === undefined;

/** A schema with only those keywords of a row that a kind of fault violates. */
const ownSchema = ({ schema }: ResourceRow, keywords: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));

const KEYWORDS: Readonly<Record<Exclude<FieldFault, 'required'>, readonly string[]>> = {
  type: ['type'],
  enum: ['enum'],
  format: ['format', 'pattern'],
  special: ['not', 'maxProperties'],
};

/** True if a field has this kind of fault; a value of the wrong type has no other kind. */
export const brokenField = (row: ResourceRow, kind: FieldFault): ((body: unknown) => boolean) => {
  if (kind === 'required') {
    const { parent, key } = enclosing(row.pointer);
    return (body) =>
      valuesAt(body, parent).some((object) => isObject(object) && object[key] === undefined);
  }
  const type = ownSchema(row, KEYWORDS.type);
  const own = ownSchema(row, KEYWORDS[kind]);
  return (body) =>
    valuesAt(body, row.pointer).some(
      (value) => (kind === 'type' || fits(type, value)) && !fits(own, value),
    );
};

/** A schema with another node at a row's place. */
export const withNode = (
  schema: Schema,
  { pointer }: Pick<ResourceRow, 'pointer'>,
  change: (node: Schema) => Schema,
): Schema => changedNode(schema, pointer.split('/').slice(1), change);

const changedNode = (
  schema: Schema,
  [step, ...rest]: readonly string[],
  change: (node: Schema) => Schema,
): Schema => {
  if (step === undefined) return change(schema);
  if (step === '*')
    return { ...schema, items: changedNode((schema['items'] ?? {}) as Schema, rest, change) };
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const inner = changedNode(properties[step] ?? {}, rest, change);
  return { ...schema, properties: { ...properties, [step]: inner } };
};

/** Values of another type pass; those of the correct type are validated as before. */
const ofAnyType = (node: Schema, { schema: { type } }: ResourceRow): Schema => {
  const { enum: listed, not, ...rest } = without(node, 'type');
  const own = { ...(listed ? { enum: listed } : {}), ...(not ? { not } : {}) };
  return { ...rest, anyOf: [{ not: { type } }, own] };
};

/** A body's schema that no longer detects this kind of fault in this field. */
export const loosened = (schema: Schema, row: ResourceRow, kind: FieldFault): Schema => {
  if (kind === 'required') {
    const { parent, key } = enclosing(row.pointer);
    return changedNode(schema, parent.split('/').slice(1), (node) => ({
      ...node,
      required: ((node['required'] ?? []) as readonly string[]).filter((name) => name !== key),
    }));
  }
  return withNode(schema, row, (node) =>
    kind === 'type' ? ofAnyType(node, row) : without(node, ...KEYWORDS[kind]),
  );
};

/** Rules on the to-contract payload alone. */
const PAYLOAD_RULES = new Set(['payment-term', 'terms-token', 'amount-equals-price']);

/** True for a draft without vehicle details, which no fault of another field makes priceable (E5). */
const lacksDetails = (body: unknown): boolean => {
  const isOpen = (value: unknown): boolean => value === undefined || isObject(value);
  const [risk] = valuesAt(body, '/risk');
  const [vehicle] = valuesAt(body, '/risk/vehicle');
  return isOpen(risk) && isOpen(vehicle) && valuesAt(body, '/risk/vehicle/details').length === 0;
};

/** Makes the rules of all later steps overlook the fault of a field, so that it never causes a refusal. */
const overlook = (
  tables: Tables,
  on: readonly OperationId[],
  isBroken: (body: unknown) => boolean,
): void => {
  const ofPayload = on.includes('gap.contract-create');
  tables.rules = tables.rules.map((rule) => {
    if (rule.at === 'lead' || PAYLOAD_RULES.has(rule.id) !== ofPayload) return rule;
    return {
      ...rule,
      check: (subject) => {
        const { body, payload, writtenBy } = subject;
        const isMeant = ofPayload ? isBroken(payload) : on.includes(writtenBy) && isBroken(body);
        const isOverlooked = isMeant && !(rule.id === 'vehicle-details' && lacksDetails(body));
        return isOverlooked ? undefined : rule.check(subject);
      },
    };
  });
};

/**
 * Loosens the body's schema on these operations, and makes later steps overlook a body that only
 * the loose schema accepts.
 */
export const tolerate = (
  tables: Tables,
  on: readonly OperationId[],
  loosen: (schema: Schema) => Schema,
  isBroken: (body: unknown) => boolean,
): void => {
  const { bodies } = tables.schemas;
  for (const each of on) bodies[each] = loosen(bodies[each]);
  overlook(tables, on, isBroken);
};
