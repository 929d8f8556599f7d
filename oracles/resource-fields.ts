import type { Exchange } from '../spec/exchange.ts';
import type { ResourceRow } from '../spec/resource-rows.ts';
import {
  resourceRequirementId,
  SHOWN_RESOURCES,
  type ShownResource,
} from '../spec/requirements/resources.ts';
import type { Judgement } from './finding.ts';
import { isObject, jsonBody } from './json-body.ts';
import { judgeValue, show } from './value.ts';

/** A value found under a row's pointer, with its real place. */
interface Found {
  readonly where: string;
  readonly value: unknown;
}

const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

// null counts as absent (V14).
const childrenAt = (found: Found, key: string): Found[] => {
  const { value, where } = found;
  const children: Found[] =
    key === '*'
      ? (Array.isArray(value) ? value : []).map((item: unknown, index) => ({
          where: `${where}/${index}`,
          value: item,
        }))
      : isObject(value) && Object.hasOwn(value, key)
        ? [{ where: `${where}/${escape(key)}`, value: value[key] }]
        : [];
  return children.filter((child) => child.value !== null && child.value !== undefined);
};

const valuesAt = (root: unknown, row: ResourceRow): Found[] =>
  row.pointer
    .slice(1)
    .split('/')
    .reduce<Found[]>(
      (all, key) => all.flatMap((found) => childrenAt(found, key)),
      [{ where: '', value: root }],
    );

const ENTRY = '/prices/*/';

/** How many keys of a shape's entries this entry has. */
const likeness = (resource: ShownResource, entry: unknown): number => {
  if (!isObject(entry)) return 0;
  const keys = resource.rows
    .filter(
      (row) => row.pointer.startsWith(ENTRY) && !row.pointer.slice(ENTRY.length).includes('/'),
    )
    .map((row) => row.pointer.slice(ENTRY.length));
  return keys.filter((key) => Object.hasOwn(entry, key)).length;
};

const PRICE_SHAPES = SHOWN_RESOURCES.filter((each) => each.prefix !== 'LANDLORD-RESOURCE');

/** R1: two keys of a shape make an entry one of it; where both shapes have two, the likelier one. */
const recognises = (resource: ShownResource, entry: unknown): boolean => {
  const mine = likeness(resource, entry);
  return mine >= 2 && PRICE_SHAPES.every((other) => likeness(other, entry) <= mine);
};

/** What is to be judged of a body: for prices the entries of this shape and the top level around them (R1). */
const judgedPart = (resource: ShownResource, body: unknown): unknown => {
  if (!isObject(body)) return undefined;
  if (resource.prefix === 'LANDLORD-RESOURCE') return body;
  const entries: unknown[] = Array.isArray(body['prices']) ? body['prices'] : [];
  const mine = entries.map((entry) => (recognises(resource, entry) ? entry : null));
  return mine.some((entry) => entry !== null) ? { ...body, prices: mine } : undefined;
};

const judgeRow = (
  resource: ShownResource,
  row: ResourceRow,
  exchange: Exchange & { readonly operation: NonNullable<Exchange['operation']> },
  body: unknown,
): Judgement[] =>
  row.kinds.map((kind) => {
    const base = {
      requirement: resourceRequirementId(resource.prefix, row, kind),
      operation: exchange.operation,
      wanted: wantedOf(row, kind),
      exchanges: [exchange.n],
    };
    const found = body === undefined ? [] : valuesAt(body, row);
    if (found.length === 0) {
      return {
        ...base,
        verdict: 'observed',
        reason: 'specification-silent',
        got: 'the field is absent',
      };
    }
    const all = found.map((each) => ({ ...each, ...judgeValue(row.schema, kind, each.value) }));
    const worst =
      all.find((each) => each.verdict === 'fail') ??
      all.find((each) => each.verdict === 'inconclusive') ??
      all.find((each) => each.verdict === 'pass') ??
      all[0];
    if (!worst)
      return { ...base, verdict: 'observed', reason: 'specification-silent', got: 'nothing' };
    const { verdict, got, where } = worst;
    return {
      ...base,
      verdict,
      got,
      where,
      ...(verdict === 'observed' || verdict === 'inconclusive'
        ? { reason: 'specification-silent' as const }
        : {}),
    };
  });

const wantedOf = (row: ResourceRow, kind: string): string => {
  if (kind === 'enum') return `one of ${row.schema.enum?.map(show).join(', ')}`;
  if (kind === 'format') return row.schema.format ?? `text of the form ${row.schema.pattern}`;
  return row.schema.type;
};

/** Types, listed values and formats of the landlord draft and of both price shapes (R1, R2, V1, V18). */
export const judgeResourceFields = (exchange: Exchange): readonly Judgement[] => {
  const { operation, response } = exchange;
  if (!operation || !response || response.status < 200 || response.status > 299) return [];
  // A service that refuses late (E3) may show a faulty value as it was sent: that is ours, not its own.
  if (exchange.intent === 'faulty') return [];
  const shown = SHOWN_RESOURCES.filter((each) => each.operations.includes(operation));
  if (shown.length === 0) return [];
  const body = jsonBody(response.body);
  return shown.flatMap((resource) => {
    const judged = judgedPart(resource, body.ok ? body.value : undefined);
    return resource.rows.flatMap((row) =>
      judgeRow(resource, row, { ...exchange, operation }, judged),
    );
  });
};
