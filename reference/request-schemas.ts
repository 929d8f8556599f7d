import { OPERATIONS, type KnownOperation, type OperationId } from '../spec/operations.ts';
import { memoizedByObject } from '../spec/memoized.ts';
import { keyValue, namedPerson } from '../spec/schemas/shared.ts';
import { BODIES } from '../spec/bodies.ts';
import type { Choices } from './choices.ts';
import { type JsonObject, isObject } from './json.ts';
import type { Step } from '../spec/operation.ts';
import { car } from '../spec/schemas/travel-draft.ts';

/** A JSON Schema as a plain object. Never edited in place: validators are kept per object. */
export type Schema = JsonObject;

const mapped = (value: unknown, change: (schema: JsonObject) => JsonObject): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, mapped(inner, change)]);
  return change(Object.fromEntries(entries) as JsonObject);
};

/** A schema without these keywords. */
export const without = (schema: JsonObject, ...keywords: string[]): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));

/** Letters of the Latin script, and characters common to all scripts. */
const LATIN = '^[\\p{Script=Latin}\\p{Script=Common}\\p{Script=Inherited}]*$';

/** Adds the service's own limits to a schema if the specification states none (V17). */
const limited = (schema: JsonObject, { mostItems, letters }: Choices): JsonObject => {
  if (schema['type'] === 'array' && mostItems > 0) return { ...schema, maxItems: mostItems };
  const isText = schema['type'] === 'string' && !('enum' in schema) && !('pattern' in schema);
  return isText && letters === 'latin' ? { ...schema, pattern: LATIN } : schema;
};

/** No rule forbids unknown fields (V14); a single identification of a vehicle is a business rule here. */
const opened = (schema: unknown, choices: Choices): Schema => {
  const closing = choices.unknownFields === 'refused' ? [] : ['additionalProperties'];
  return mapped(schema, (inner) =>
    limited(without(inner, ...closing, 'maxProperties'), choices),
  ) as Schema;
};

/** The reduced schema of a service that validates in full only later: the types alone (E3). */
const typesOnly = (schema: Schema): Schema =>
  mapped(schema, (inner) =>
    'type' in inner && typeof inner['type'] === 'string'
      ? without(inner, 'enum', 'format', 'pattern', 'required', 'not')
      : inner,
  ) as Schema;

/** The reduced schema of a service that validates even later: objects and lists as required, and nowhere else (E3). */
const containersOnly = (schema: Schema): Schema =>
  mapped(typesOnly(schema), ({ type, ...inner }) =>
    typeof type !== 'string' || type === 'object' || type === 'array'
      ? { ...inner, ...(type === undefined ? {} : { type }) }
      : { not: { type: ['object', 'array'] } },
  ) as Schema;

/** An object schema with another schema for the property at the end of the path. */
const withProperty = (schema: Schema, [head = '', ...rest]: string[], property: Schema): Schema => {
  const properties = schema['properties'] as Readonly<Record<string, Schema>>;
  const inner = properties[head] ?? {};
  const changed = rest.length === 0 ? property : withProperty(inner, rest, property);
  return { ...schema, properties: { ...properties, [head]: changed } };
};

const anyObject: Schema = { type: 'object' };

/** Default schemas of the bodies that the specification does not show; `choices.bodies` overrides them. */
const UNSHOWN: Partial<Record<Step, Schema>> = {
  'car-put': car,
  'person-post': namedPerson,
  'person-put': namedPerson,
  'metadata-post': keyValue,
  'metadata-put': keyValue,
  'contract-create': { type: 'object', properties: { userTermsToken: { type: 'string' } } },
};

/** True if the body of an operation is a whole draft. */
export const writesDraft = ({ step }: KnownOperation): boolean =>
  step === 'draft-create' || step === 'draft-update';

const draftSchema = (operation: KnownOperation, choices: Choices): Schema => {
  const schema = opened(BODIES[`${operation.line}-draft`], choices);
  return choices.draftsMayHoldInvalidEmail
    ? withProperty(schema, ['policyholder', 'contact', 'email'], { type: 'string' })
    : schema;
};

const bodySchema = (operation: KnownOperation, choices: Choices): Schema => {
  const { request, step } = operation;
  if (writesDraft(operation)) return draftSchema(operation, choices);
  if (request.shown && request.name !== 'none') return opened(BODIES[request.name], choices);
  return choices.bodies[operation.id]?.schema ?? opened(UNSHOWN[step] ?? anyObject, choices);
};

/** The schemas of a service: every body in full, and the part that a draft write validates. */
export interface RequestSchemas {
  /** Schema for each operation; for a draft, the part that the write validates. */
  readonly bodies: Record<OperationId, Schema>;
  /** The complete draft for each draft-writing operation, validated at the step of `checkpoints.schema`. */
  readonly drafts: Partial<Record<OperationId, Schema>>;
}

const built = (choices: Choices): RequestSchemas => {
  const late = choices.checkpoints.schema !== 'write';
  const atWrite = choices.lateWrites === 'containers' ? containersOnly : typesOnly;
  const full = OPERATIONS.map((row) => ({ row, schema: bodySchema(row, choices) }));
  const bodies = full.map(({ row, schema }) => [
    row.id,
    late && writesDraft(row) ? atWrite(schema) : schema,
  ]);
  const drafts = full
    .filter(({ row }) => writesDraft(row))
    .map(({ row, schema }) => [row.id, schema]);
  return { bodies: Object.fromEntries(bodies), drafts: Object.fromEntries(drafts) };
};

const schemasOf = memoizedByObject(built);

/**
 * The schemas of all operations for one service; services with the same choices share them until a
 * fault replaces one.
 */
export const requestSchemas = (choices: Choices): RequestSchemas => {
  const schemas = schemasOf(choices);
  return { bodies: { ...schemas.bodies }, drafts: { ...schemas.drafts } };
};
