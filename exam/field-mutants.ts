import { isObject } from '../oracles/answers/json-body.ts';
import {
  resourceRequirementId,
  SHOWN_RESOURCES,
  type ShownResource,
} from '../spec/requirements/resources.ts';
import type { NodeSchema, ResourceKind, ResourceRow } from '../spec/resource-rows.ts';
import { type AnsweredExchange, type AnswerMutant, withJson } from './answer-mutants.ts';

const OF_ANOTHER_TYPE: Readonly<Record<NodeSchema['type'], unknown>> = {
  object: 'a text',
  array: 'a text',
  string: { unexpected: true },
  integer: '1325',
  boolean: 'true',
};

/** A value that breaks a row in exactly one way; the first entry of a list, or a text, is shown in place of the list. */
const wrongValue = ({ type, format }: NodeSchema, kind: ResourceKind, value: unknown): unknown => {
  if (kind === 'type') {
    const [first = OF_ANOTHER_TYPE[type]] = Array.isArray(value) ? (value as unknown[]) : [];
    return first;
  }
  if (kind === 'enum') return type === 'integer' ? 123_457 : 'UNLISTED';
  // A plain date in place of a date-time; an impossible moment in place of a date (V4, V18).
  return format === 'date-time' ? '2026-03-01' : 'no such form';
};

const changed = (value: unknown, path: readonly string[], wrong: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value === undefined || value === null ? undefined : wrong;
  if (key === '*') {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const first = changed(value[0], rest, wrong);
    return first === undefined ? undefined : [first, ...value.slice(1)];
  }
  if (!isObject(value)) return undefined;
  const inner = changed(value[key], rest, wrong);
  return inner === undefined ? undefined : { ...value, [key]: inner };
};

const valueOf = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const pathOf = ({ pointer }: ResourceRow): readonly string[] => pointer.slice(1).split('/');

/** Keys that only entries of the first price shape have. */
const FIRST_SHAPE = ['landlord', 'legalProtection', 'totalPackage'];

/** Tests if an answer is this resource; the two price shapes differ in their entries (R1). */
const isOf = ({ prefix }: ShownResource, resource: unknown): boolean => {
  if (prefix === 'LANDLORD-RESOURCE') return true;
  const entries = isObject(resource) && Array.isArray(resource['prices']) ? resource['prices'] : [];
  const first = entries.some(
    (entry: unknown) => isObject(entry) && FIRST_SHAPE.some((key) => key in entry),
  );
  return first === (prefix === 'PRICE-FIELD');
};

/** Replaces every value of a shown resource, once for each kind of error in its row. */
export const fieldMutants = (exchange: AnsweredExchange): readonly AnswerMutant[] => {
  const { text } = exchange.response.body;
  if (!text.startsWith('{')) return [];
  const resource = JSON.parse(text) as unknown;
  return SHOWN_RESOURCES.filter(
    (each) => each.operations.includes(exchange.operation) && isOf(each, resource),
  ).flatMap((shown) =>
    shown.rows.flatMap((row) =>
      row.kinds.flatMap((kind): readonly AnswerMutant[] => {
        const body = changed(
          resource,
          pathOf(row),
          wrongValue(row.schema, kind, valueOf(resource, pathOf(row))),
        );
        if (body === undefined) return [];
        const requirement = resourceRequirementId(shown.prefix, row, kind);
        // A draft may hold a malformed e-mail, so a resource may show one (E9).
        const isFree = kind === 'format' && row.schema.format === 'email';
        return [
          {
            name: `wrong-${requirement}`,
            exchange: withJson(exchange, body),
            breaks: isFree ? undefined : requirement,
          },
          {
            name: `null-${requirement}`,
            exchange: withJson(exchange, changed(resource, pathOf(row), null)),
            breaks: undefined,
          },
        ];
      }),
    ),
  );
};
