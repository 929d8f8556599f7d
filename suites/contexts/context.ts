import { type Line, LINES } from '../../spec/line.ts';
import { beside } from './beside.ts';
import { connection } from './connection.ts';
import { content } from './content.ts';
import { contract } from './contract.ts';
import { country } from './country.ts';
import type { Dimension } from './dimension.ts';
import { items } from './items.ts';
import { language } from './language.ts';
import { lead } from './lead.ts';
import { listPosition } from './list-position.ts';
import { policyholder } from './policyholder.ts';
import { priceRequests } from './price-requests.ts';
import { readers } from './readers.ts';
import { refusals } from './refusals.ts';
import { siblings } from './siblings.ts';
import { terms } from './terms.ts';
import { updates } from './updates.ts';

type ValueOf<Of> = Of extends Dimension<infer Value> ? Value : never;

const OBJECT_DIMENSIONS = {
  content,
  updates,
  items,
  refusals,
  readers,
  priceRequests,
  terms,
  lead,
  contract,
};

const BODY = { siblings, language, listPosition };

const ALL = { country, connection, beside, ...BODY, policyholder, ...OBJECT_DIMENSIONS };

/** Name of a dimension. */
export type DimensionName = keyof typeof ALL;

/** Every dimension. */
export const DIMENSIONS: readonly Dimension[] = Object.values(ALL) as readonly Dimension[];

/** Dimensions that apply to a line. */
export const dimensionsOn = <Name extends string>(
  line: Line,
  names: readonly Name[],
): readonly Name[] =>
  names.filter((name) =>
    DIMENSIONS.some((each) => each.name === name && (each.lines ?? LINES).includes(line)),
  );

/** Dimensions of the body that a call writes. */
export const BODY_DIMENSIONS = Object.keys(BODY) as readonly (keyof typeof BODY)[];

/** Dimensions of every call. */
export const CALL_DIMENSIONS = [
  'country',
  'connection',
] as const satisfies readonly DimensionName[];

/** Dimensions of calls on a draft. Items are excluded: only travel drafts have them. */
export const DRAFT_DIMENSIONS = [
  ...CALL_DIMENSIONS,
  'updates',
  'readers',
  'priceRequests',
  'terms',
  'lead',
] as const satisfies readonly DimensionName[];

/** Dimensions of the body with which the draft behind a call was written. */
export const WRITTEN_DIMENSIONS = [
  'content',
  'language',
  'policyholder',
] as const satisfies readonly DimensionName[];

/** Dimensions of calls that a draft answers after its contract as well. */
export const CLOSED_DRAFT_DIMENSIONS = [
  ...DRAFT_DIMENSIONS,
  'contract',
] as const satisfies readonly DimensionName[];

/** Dimensions of the draft behind legal calls. Invalid calls on one draft are refused one after the other anyway. */
export const LEGAL_CALL_DIMENSIONS = [...DRAFT_DIMENSIONS, 'refusals'] as const;

/**
 * Dimensions of a draft that is updated with legal values. A lead is excluded: it would be sent to addresses of reserved
 * domains (V8).
 */
export const LEGAL_DIMENSIONS = LEGAL_CALL_DIMENSIONS.filter((name) => name !== 'lead');

/**
 * Context of a probe: everything that the specification leaves open and that is drawn for it. A probe and its control request
 * share one.
 */
export type ProbeContext = { readonly [Name in DimensionName]: ValueOf<(typeof ALL)[Name]> };

/** Context of the specification's own examples. */
export const PLAIN: ProbeContext = Object.fromEntries(
  DIMENSIONS.map(({ name, plain }) => [name, plain]),
) as ProbeContext;

/** Dimensions of the object that a call names; the others are of the call itself. */
const OBJECT_NAMES: readonly string[] = Object.keys(OBJECT_DIMENSIONS);

/** Dimensions in which a context differs from the plain one. */
export const changedIn = (context: ProbeContext): readonly DimensionName[] =>
  DIMENSIONS.map(({ name }) => name as DimensionName).filter(
    (name) => context[name] !== PLAIN[name],
  );

/** The context with one dimension reset to plain. */
export const withPlain = (context: ProbeContext, name: DimensionName): ProbeContext => ({
  ...context,
  [name]: PLAIN[name],
});

/**
 * The context with another value of a dimension, to find out if its own value matters: the plain one, or if that stands for any
 * (of the language, of the policyholder), another of those drawn.
 */
const withOther = (context: ProbeContext, name: DimensionName): ProbeContext => {
  const wheel = DIMENSIONS.find((each) => each.name === name)?.wheel ?? [];
  const isDrawn = wheel.includes(PLAIN[name]);
  const other = isDrawn ? PLAIN[name] : wheel.find((value) => value !== context[name]);
  return { ...context, [name]: other ?? PLAIN[name] };
};

/** The context with simpler values of a dimension in place of its own, the simplest first. */
const withSimpler = (context: ProbeContext, name: DimensionName): readonly ProbeContext[] => {
  const values = DIMENSIONS.find((each) => each.name === name)?.simplestFirst ?? [];
  const own = values.indexOf(context[name]);
  return values.slice(0, Math.max(own, 0)).map((value) => ({ ...context, [name]: value }));
};

/** Attempts without any of the conditions before they are named: a failure by chance, as in a race, may miss the first ones. */
const UNCONDITIONAL_ATTEMPTS = 2;

/**
 * The smallest context in which a failure recurs: every dimension that can be plain is, and the others have the simplest value
 * that shows it. `isFailing` repeats the failure in a context.
 */
export const smallestContext = async (
  drawn: ProbeContext,
  isFailing: (context: ProbeContext) => Promise<boolean>,
): Promise<ProbeContext> => {
  let context = drawn;
  for (const name of changedIn(drawn)) {
    if (await isFailing(withOther(context, name))) {
      context = withPlain(context, name);
      continue;
    }
    for (const simpler of withSimpler(context, name)) {
      if (!(await isFailing(simpler))) continue;
      context = simpler;
      break;
    }
  }
  const conditions = changedIn(context);
  if (conditions.length === 0) return context;
  const without = conditions.reduce(withOther, context);
  for (let attempt = 0; attempt < UNCONDITIONAL_ATTEMPTS; attempt += 1)
    if (await isFailing(without)) return PLAIN;
  return context;
};

/** The context with a new, unused object. */
export const withNewObject = (context: ProbeContext): ProbeContext => ({
  ...context,
  ...Object.fromEntries(OBJECT_NAMES.map((name) => [name, PLAIN[name as DimensionName]])),
});

/** The context of a call on an object that refused others before. */
export const afterRefusals = (context: ProbeContext): ProbeContext => ({ ...context, refusals: 3 });

/** True if the object is new: no call has used it before. */
export const isNewObject = (context: ProbeContext): boolean =>
  changedIn(context).every((name) => !OBJECT_NAMES.includes(name));

/** Conditions that make up a context, each as the end of "this shows only if …"; empty for the plain one. */
export const conditionsOf = (context: ProbeContext): readonly string[] =>
  DIMENSIONS.filter(({ name, plain }) => context[name as DimensionName] !== plain).map(
    ({ name, condition }) => condition(context[name as DimensionName]),
  );
