import { country } from './country.ts';
import type { Dimension } from './dimension.ts';
import { items } from './items.ts';
import { lead } from './lead.ts';
import { listPosition } from './list-position.ts';
import { priceRequests } from './price-requests.ts';
import { readers } from './readers.ts';
import { siblings } from './siblings.ts';
import { terms } from './terms.ts';
import { updates } from './updates.ts';

type ValueOf<Of> = Of extends Dimension<infer Value> ? Value : never;

const OF_OBJECT = { updates, items, readers, priceRequests, terms, lead };

const ALL = { country, siblings, listPosition, ...OF_OBJECT };

/** Name of a dimension. */
export type DimensionName = keyof typeof ALL;

/** Every dimension. */
export const DIMENSIONS: readonly Dimension[] = Object.values(ALL) as readonly Dimension[];

/** Dimensions of calls on a draft, but for its items, which only travel has. */
export const DRAFT_DIMENSIONS = [
  'country',
  'updates',
  'readers',
  'priceRequests',
  'terms',
  'lead',
] as const satisfies readonly DimensionName[];

/**
 * The same of a draft that is updated with legal values: no lead precedes them, which would be sent to e-mails of reserved domains
 * (V8).
 */
export const LEGAL_DIMENSIONS = DRAFT_DIMENSIONS.filter((name) => name !== 'lead');

/**
 * Context of a probe: everything that the specification leaves open and that is drawn for it. A probe and its control request
 * are made in the same one.
 */
export type ProbeContext = { readonly [Name in DimensionName]: ValueOf<(typeof ALL)[Name]> };

/** Context in which the specification's own examples are written. */
export const PLAIN: ProbeContext = Object.fromEntries(
  DIMENSIONS.map(({ name, plain }) => [name, plain]),
) as ProbeContext;

/** Dimensions of the object that a call is about; the others are of the call itself. */
const OBJECT_NAMES: readonly string[] = Object.keys(OF_OBJECT);

/** Dimensions in which a context is not plain. */
export const changedIn = (context: ProbeContext): readonly DimensionName[] =>
  DIMENSIONS.map(({ name }) => name as DimensionName).filter(
    (name) => context[name] !== PLAIN[name],
  );

/** The context with one dimension plain again. */
export const withPlain = (context: ProbeContext, name: DimensionName): ProbeContext => ({
  ...context,
  [name]: PLAIN[name],
});

/** The context with a new object, which nothing was done with. */
export const withNewObject = (context: ProbeContext): ProbeContext => ({
  ...context,
  ...Object.fromEntries(OBJECT_NAMES.map((name) => [name, PLAIN[name as DimensionName]])),
});

/** True if nothing was done with the object before. */
export const isNewObject = (context: ProbeContext): boolean =>
  changedIn(context).every((name) => !OBJECT_NAMES.includes(name));

/** Conditions that make up a context, each as the end of "this shows only if …"; none for the plain one. */
export const conditionsOf = (context: ProbeContext): readonly string[] =>
  DIMENSIONS.filter(({ name, plain }) => context[name as DimensionName] !== plain).map(
    ({ name, condition }) => condition(context[name as DimensionName]),
  );
