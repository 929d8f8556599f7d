import type { Exchange } from '../../spec/exchange.ts';
import { memoized } from '../../spec/memoized.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { ResourceKind, ResourceRow } from '../../spec/resource-rows.ts';
import {
  type ResourceRequirementId,
  resourceRequirementId,
  SHOWN_RESOURCES,
  type ShownResource,
} from '../../spec/requirements/resources.ts';
import type { Judgement } from '../finding.ts';
import {
  type BodyPlace,
  type FoundValue,
  type FoundValues,
  placeOf,
  valuesAt,
  judgeValue,
  valueText,
} from './value.ts';
import { isObject } from './json-body.ts';
import { strayDraft } from './landlord-draft.ts';
import {
  type AnswerPart,
  resourceIn,
  shownResource,
  standsElsewhere,
  strayPart,
} from './resource.ts';

const ENTRY = '/prices/*/';

const entryKeysOf = memoized(({ rows }: ShownResource): readonly string[] =>
  rows
    .filter(
      (row) => row.pointer.startsWith(ENTRY) && !row.pointer.slice(ENTRY.length).includes('/'),
    )
    .map((row) => row.pointer.slice(ENTRY.length)),
);

/** Number of keys that an entry shares with a shape. */
const likeness = (resource: ShownResource, entry: unknown): number =>
  isObject(entry) ? entryKeysOf(resource).filter((key) => Object.hasOwn(entry, key)).length : 0;

const PRICE_SHAPES = SHOWN_RESOURCES.filter((each) => each.prefix !== 'LANDLORD-RESOURCE');

/** R1: an entry with two keys of a shape has that shape; if this holds for both shapes, the one with more keys. */
const recognises = (resource: ShownResource, entry: unknown): boolean => {
  const mine = likeness(resource, entry);
  return mine >= 2 && PRICE_SHAPES.every((other) => likeness(other, entry) <= mine);
};

/** Parts of a body to judge: for prices, the entries of this shape and the top level around them (R1). */
const judgedPart = (resource: ShownResource, body: unknown): unknown => {
  if (!isObject(body)) return undefined;
  if (resource.prefix === 'LANDLORD-RESOURCE') return body;
  const { prices } = body;
  // An entry, or a map of entries, in place of a list: prices are then not a list.
  if (isObject(prices)) {
    const places = [prices, ...Object.values(prices)];
    return places.some((each) => recognises(resource, each)) ? body : undefined;
  }
  const entries: unknown[] = Array.isArray(prices) ? prices : [];
  const mine = entries.map((entry) => (recognises(resource, entry) ? entry : null));
  return mine.some((entry) => entry !== null) ? { ...body, prices: mine } : undefined;
};

/** Price shapes that entries of this body have, by the prefix of their requirements (R1). */
export const priceShapesIn = (body: unknown): readonly ShownResource['prefix'][] =>
  PRICE_SHAPES.filter((shape) => judgedPart(shape, body) !== undefined).map(({ prefix }) => prefix);

/** Prices in an answer that shows none of either shape at the declared place; undefined if there are none (P3). */
export const strayPrices = (exchange: Exchange): AnswerPart | undefined =>
  priceShapesIn(resourceIn(exchange)).length > 0
    ? undefined
    : strayPart(exchange, (value) => priceShapesIn(value).length > 0);

const strayOf = (exchange: Exchange, on: OperationId): AnswerPart | undefined =>
  operation(on).step === 'price-request' ? strayPrices(exchange) : strayDraft(exchange);

const wantedOf = (row: ResourceRow, kind: string): string => {
  if (kind === 'enum') return `one of ${row.schema.enum?.map(valueText).join(', ')}`;
  if (kind === 'format') return row.schema.format ?? `text of the form ${row.schema.pattern}`;
  return row.schema.type;
};

/** Precomputed facts of one row: under load these oracles judge every answer. */
interface RowPlan {
  readonly row: ResourceRow;
  readonly place: BodyPlace;
  readonly checks: readonly {
    readonly kind: ResourceKind;
    readonly requirement: ResourceRequirementId;
    readonly wanted: string;
  }[];
}

const plansOf = memoized((resource: ShownResource): readonly RowPlan[] => {
  const places = new Map<string, BodyPlace>();
  return resource.rows.map((row) => ({
    row,
    place: placeOf(row.pointer, places),
    checks: row.kinds.map((kind) => ({
      kind,
      requirement: resourceRequirementId(resource.prefix, row, kind),
      wanted: wantedOf(row, kind),
    })),
  }));
});

const currencyPlacesOf = memoized((resource: ShownResource): readonly BodyPlace[] =>
  plansOf(resource).flatMap(({ row, place }) => (row.pointer.endsWith('/currency') ? [place] : [])),
);

/** Pointers of the currencies in an answer that rows of a shown resource judge. */
export const shownCurrenciesIn = (exchange: Exchange, on: OperationId): ReadonlySet<string> => {
  const { at, value } = shownResource(exchange);
  return new Set(
    SHOWN_RESOURCES.filter((each) => each.operations.includes(on)).flatMap((resource) => {
      const [part, known] = [judgedPart(resource, value), new Map()] as const;
      return currencyPlacesOf(resource).flatMap((place) =>
        valuesAt(place, part, known).map(({ where }) => at + where),
      );
    }),
  );
};

const GRAVEST_FIRST = ['fail', 'inconclusive', 'pass', 'observed'] as const;

type Asked = Pick<Judgement, 'requirement' | 'operation' | 'wanted' | 'exchanges'>;

const judgeFound = (
  { requirement, operation, wanted, exchanges }: Asked,
  row: ResourceRow,
  kind: ResourceKind,
  found: readonly FoundValue[],
  at: string,
): Judgement => {
  const reason = 'specification-silent';
  // Written out: most rows of most answers end here, and k6 is slow at copying objects.
  if (found.length === 0) {
    const got = 'the field is absent';
    return { requirement, operation, wanted, exchanges, verdict: 'observed', reason, got };
  }
  const verdicts = found.map(({ value }) => judgeValue(row, kind, value));
  const verdict = GRAVEST_FIRST.find((each) => verdicts.includes(each)) ?? 'observed';
  const { where, value } = found[verdicts.indexOf(verdict)] as FoundValue;
  const base = {
    requirement,
    operation,
    wanted,
    exchanges,
    verdict,
    got: valueText(value),
    where: at + where,
  };
  return verdict === 'fail' || verdict === 'pass' ? base : { ...base, reason };
};

const judgeRows = (
  resource: ShownResource,
  operation: OperationId,
  exchange: number,
  { at, value: body }: AnswerPart,
): Judgement[] => {
  const exchanges = [exchange];
  const known: FoundValues = new Map();
  const judgements: Judgement[] = [];
  for (const { row, place, checks } of plansOf(resource)) {
    const found = valuesAt(place, body, known);
    for (const { kind, requirement, wanted } of checks)
      judgements.push(
        judgeFound({ requirement, operation, wanted, exchanges }, row, kind, found, at),
      );
  }
  return judgements;
};

/** The rows of a resource outside the declared place, as far as it has them. */
const openRows = (
  resource: ShownResource,
  operation: OperationId,
  exchange: number,
  stray: AnswerPart,
): Judgement[] => {
  const part = { at: '', value: judgedPart(resource, stray.value) };
  return judgeRows(resource, operation, exchange, part).map((each) =>
    each.where === undefined ? each : { ...each, ...standsElsewhere(stray, each.where) },
  );
};

/** Types, listed values and formats of the landlord draft and of both price shapes (R1, R2, V1, V18). */
export const judgeResourceFields = (exchange: Exchange): readonly Judgement[] => {
  const { operation, response } = exchange;
  if (!operation || !response || response.status < 200 || response.status > 299) return [];
  // A service that refuses late (E3) may echo our faulty value.
  if (exchange.intent === 'faulty') return [];
  const shown = SHOWN_RESOURCES.filter((each) => each.operations.includes(operation));
  if (shown.length === 0) return [];
  const { at, value } = shownResource(exchange);
  const stray = strayOf(exchange, operation);
  return shown.flatMap((resource) =>
    stray
      ? openRows(resource, operation, exchange.n, stray)
      : judgeRows(resource, operation, exchange.n, { at, value: judgedPart(resource, value) }),
  );
};
