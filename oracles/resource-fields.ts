import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { ResourceKind, ResourceRow } from '../spec/resource-rows.ts';
import {
  type ResourceRequirementId,
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

const escape = (key: string) =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;

/** Collects what lies at the end of a path, `*` for every item of a list; null counts as absent (V14). */
const collect = (
  value: unknown,
  where: string,
  path: readonly string[],
  depth: number,
  found: Found[],
): void => {
  if (value === null || value === undefined) return;
  const key = path[depth];
  if (key === undefined) {
    found.push({ where, value });
  } else if (key === '*') {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries())
      collect(item, `${where}/${index}`, path, depth + 1, found);
  } else if (isObject(value) && Object.hasOwn(value, key)) {
    collect(value[key], `${where}/${escape(key)}`, path, depth + 1, found);
  }
};

const ENTRY = '/prices/*/';

const entryKeys = new Map<ShownResource, readonly string[]>();

const entryKeysOf = (resource: ShownResource): readonly string[] => {
  const known = entryKeys.get(resource);
  if (known) return known;
  const keys = resource.rows
    .filter(
      (row) => row.pointer.startsWith(ENTRY) && !row.pointer.slice(ENTRY.length).includes('/'),
    )
    .map((row) => row.pointer.slice(ENTRY.length));
  entryKeys.set(resource, keys);
  return keys;
};

/** How many keys of a shape's entries this entry has. */
const likeness = (resource: ShownResource, entry: unknown): number =>
  isObject(entry) ? entryKeysOf(resource).filter((key) => Object.hasOwn(entry, key)).length : 0;

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

/** The price shapes that entries of this body are recognised as, by the prefix of their requirements (R1). */
export const priceShapesIn = (body: unknown): readonly ShownResource['prefix'][] =>
  PRICE_SHAPES.filter((shape) => judgedPart(shape, body) !== undefined).map(({ prefix }) => prefix);

const wantedOf = (row: ResourceRow, kind: string): string => {
  if (kind === 'enum') return `one of ${row.schema.enum?.map(show).join(', ')}`;
  if (kind === 'format') return row.schema.format ?? `text of the form ${row.schema.pattern}`;
  return row.schema.type;
};

/** What is asked of one row, worked out once: under load these oracles see every judged answer. */
interface RowPlan {
  readonly row: ResourceRow;
  readonly path: readonly string[];
  readonly checks: readonly {
    readonly kind: ResourceKind;
    readonly requirement: ResourceRequirementId;
    readonly wanted: string;
  }[];
}

const plans = new Map<ShownResource, readonly RowPlan[]>();

const plansOf = (resource: ShownResource): readonly RowPlan[] => {
  const known = plans.get(resource);
  if (known) return known;
  const made = resource.rows.map((row) => ({
    row,
    path: row.pointer.slice(1).split('/'),
    checks: row.kinds.map((kind) => ({
      kind,
      requirement: resourceRequirementId(resource.prefix, row, kind),
      wanted: wantedOf(row, kind),
    })),
  }));
  plans.set(resource, made);
  return made;
};

const GRAVEST_FIRST = ['fail', 'inconclusive', 'pass', 'observed'] as const;

const judgeFound = (
  row: ResourceRow,
  kind: ResourceKind,
  found: readonly Found[],
): Pick<Judgement, 'verdict' | 'reason' | 'got' | 'where'> => {
  const reason = 'specification-silent';
  const all = found.map(({ where, value }) => ({ where, ...judgeValue(row.schema, kind, value) }));
  for (const verdict of GRAVEST_FIRST) {
    const worst = all.find((each) => each.verdict === verdict);
    if (!worst) continue;
    const settled = verdict === 'fail' || verdict === 'pass';
    return { verdict, got: worst.got, where: worst.where, ...(settled ? {} : { reason }) };
  }
  return { verdict: 'observed', reason, got: 'the field is absent' };
};

const judgeRow = (
  { row, path, checks }: RowPlan,
  operation: OperationId,
  exchange: number,
  body: unknown,
): Judgement[] => {
  const found: Found[] = [];
  collect(body, '', path, 0, found);
  return checks.map(({ kind, requirement, wanted }) => ({
    requirement,
    operation,
    wanted,
    exchanges: [exchange],
    ...judgeFound(row, kind, found),
  }));
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
    return plansOf(resource).flatMap((plan) => judgeRow(plan, operation, exchange.n, judged));
  });
};
