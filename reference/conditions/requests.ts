import type { Condition } from './condition.ts';
import { BODIES } from '../../spec/bodies.ts';
import type { JSONSchema } from 'json-schema-to-ts';
import type { JsonObject } from '../json.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { onDraftBody } from './observable.ts';
import { schemaFault } from '../validation.ts';

/** Numbers of leaf fields below and above which a body counts as small or large. */
const FEW = 10;
const MANY = 25;

const fieldsIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + fieldsIn(inner), 0)
    : 1;

type Part = (list: readonly unknown[]) => readonly unknown[];

/** The value with a part of each of its lists. */
const withListsOf = (value: unknown, part: Part): unknown => {
  if (Array.isArray(value)) return part(value).map((item) => withListsOf(item, part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withListsOf(inner, part)]),
  );
};

const firstOf: Part = (list) => list.slice(0, 1);
const lastOf: Part = (list) => list.slice(-1);

const schemaOf = ({ line, step, request }: KnownOperation): JSONSchema | undefined => {
  if (step === 'draft-create' || step === 'draft-update') return BODIES[`${line}-draft`];
  return request.shown && request.name !== 'none' ? BODIES[request.name] : undefined;
};

/** True if a body breaks its schema, and would not with this part of each list. */
const isFaultyBeside = (
  part: Part,
  operation: KnownOperation,
  body: JsonObject | undefined,
): boolean => {
  const schema = schemaOf(operation) as JsonObject | undefined;
  if (schema === undefined || body === undefined) return false;
  const rest = withListsOf(body, part);
  return schemaFault(schema, rest) === undefined && schemaFault(schema, body) !== undefined;
};

const onLists: Condition['canMeet'] = ({ area, field = '' }) =>
  area === 'fields' && field.includes('/*');

/** Conditions on the call itself: spelling of the country, connection, size and lists of its body. */
export const requests: readonly Condition[] = [
  {
    id: 'with-a-lower-case-country',
    what: 'if the country is written in lower case',
    holds: ({ request: { params } }) => params['country'] === params['country']?.toLowerCase(),
  },
  {
    id: 'with-a-mixed-case-country',
    what: 'if the country is written in lower and upper case',
    holds: ({ request: { params } }) =>
      params['country'] !== params['country']?.toLowerCase() &&
      params['country'] !== params['country']?.toUpperCase(),
  },
  {
    id: 'on-a-fresh-connection',
    what: 'in the first call over a connection',
    holds: ({ overConnection }) => overConnection === 0,
  },
  {
    id: 'on-a-reused-connection',
    what: 'from the second call over a connection on',
    holds: ({ overConnection }) => overConnection > 0,
  },
  {
    id: 'with-few-fields',
    what: `if the draft has at most ${FEW} fields`,
    holds: ({ request: { operation }, content }) =>
      operation.step.startsWith('draft-') && content !== undefined && fieldsIn(content) <= FEW,
    // A motor gap update proves nothing before the price (E5), which needs a complete draft.
    canMeet: (met) => onDraftBody(met) && met.operation.line !== 'gap',
  },
  {
    id: 'with-many-fields',
    what: `if the draft has more than ${MANY} fields`,
    holds: ({ request: { operation }, content }) =>
      operation.step.startsWith('draft-') && fieldsIn(content ?? {}) > MANY,
    canMeet: onDraftBody,
  },
  {
    id: 'behind-the-first-list-item',
    what: 'if the first item of every list in the body has no fault',
    holds: ({ request: { operation }, body }) => isFaultyBeside(firstOf, operation, body),
    canMeet: onLists,
  },
  {
    id: 'before-the-last-list-item',
    what: 'if the last item of every list in the body has no fault',
    holds: ({ request: { operation }, body }) => isFaultyBeside(lastOf, operation, body),
    canMeet: onLists,
  },
];
