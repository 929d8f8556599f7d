import type { FaultPair } from '../../generators/invalid/fault.ts';
import { valueAt } from '../../generators/pointer.ts';
import { subSeed } from '../../generators/sample.ts';
import { bodiesIn, LANGUAGE, siblingsForPrice } from '../../generators/surroundings.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import {
  BODY_DIMENSIONS,
  CALL_DIMENSIONS,
  type DimensionName,
  DRAFT_DIMENSIONS,
  PLAIN,
  type ProbeContext,
  withNewObject,
  withPlain,
  dimensionsOn,
} from '../contexts/context.ts';
import { OTHER_LANGUAGE } from '../contexts/language.ts';
import { OTHER_SIBLINGS } from '../contexts/siblings.ts';
import { takeComplementary } from '../contexts/complementary.ts';
import { drawContext, drawPart } from '../contexts/draw-context.ts';
import type { Run } from '../engine/run.ts';
import { bodyValues } from './body-values.ts';
import { type Written, writtenBy } from './follow-draft.ts';
import { type FaultyDraft } from './batch-outcome.ts';
import { isBusinessRule, stageOf } from './tried-fault.ts';
import { type DraftProbe, isFirstCallDraw, OF_DRAFTS } from './draft-probes.ts';

/** Number of bodies that the faults of an operation share in their first draws. */
const BODIES = 4;

/** Further draws choose among this many times as many. */
const SETS = 3;

/** Dimensions of the calls of a faulty draft, and of the updated draft. */
const OF_CALLS: Readonly<Record<'create' | 'update', readonly DimensionName[]>> = {
  create: CALL_DIMENSIONS,
  update: [...DRAFT_DIMENSIONS, 'items', 'beside'],
};

/** True for an update without a field, whose draft takes no other faults (D1). */
const isAbsentUpdate = ({ fault, on }: DraftProbe): boolean =>
  fault.kind === 'missing' && writtenBy(on) === 'update';

/**
 * Dimensions of the calls of a faulty draft. Only a certify makes contracts for them, or adds items before a missing field, whose
 * drafts often lack what a contract needs.
 */
const callDimensions = ({ plan }: Run, probe: DraftProbe): readonly DimensionName[] => {
  const written = writtenBy(probe.on);
  const isAbsent = isAbsentUpdate(probe);
  const contract =
    plan.thorough && written === 'update' && !isAbsent ? (['contract'] as const) : [];
  const all = OF_CALLS[written].filter((name) => plan.thorough || name !== 'items' || !isAbsent);
  return dimensionsOn(probe.line, [...all, ...contract]);
};

/** Number of contexts of drafts whose bodies no other fault shares; updates share the draft of their context. */
const CONTEXTS = 60;

/** Dimensions that apply to a probe: those of its body that the fault has, and those of a used draft if there is one. */
export const drawnFor = (
  probe: DraftProbe,
  { start: { run, before, until } }: FaultyDraft,
): readonly DimensionName[] => [
  ...BODY_DIMENSIONS.filter((name) => probe.fault.surroundings.includes(name)),
  ...(before === undefined ? OF_CALLS.create : callDimensions(run, probe)).filter(
    (name) => name !== 'contract' || until === 'write',
  ),
];

/** Places of the bodies that may carry a fault in a draw; the first one differs by requirement. */
const placesOf = (probe: DraftProbe, draw: number): readonly number[] => {
  // Each draft for missing fields is one more, so these go to the bodies of few places.
  const isAbsent = isAbsentUpdate(probe);
  const count = draw === 1 || isAbsent ? BODIES : BODIES * SETS;
  const first = draw === 1 && isAbsent ? 0 : subSeed(0, probe.fault.requirement);
  return Array.from({ length: count }, (_, next) => (first + next) % count);
};

/** True if no fault of this body may lack a sibling, so that each of its bodies is complete. */
const isComplete = memoized((body: FieldBody): boolean =>
  OF_DRAFTS.every((each) => each.body !== body || !each.surroundings.includes('siblings')),
);

/** The context with other surroundings of the fault, so that a creation and an update differ in all of them. */
const inOtherBody = (context: ProbeContext): ProbeContext => ({
  ...context,
  siblings: OTHER_SIBLINGS[context.siblings],
  language: OTHER_LANGUAGE[context.language],
  listPosition: context.listPosition === 'second' ? 'first-of-two' : 'second',
});

/** Number of seeds to choose from for each body. */
const SEEDS = 12;

const COMPANY = '/policyholder/company';

const isOfCompany = (body: object): boolean => valueAt(body, COMPANY) !== undefined;

/**
 * The context without few siblings on motor gap, which are a half of all there: each of its ten groups of fields would need a
 * control request of its own.
 */
const inGroups = (body: FieldBody, context: ProbeContext): ProbeContext =>
  body === 'gap-draft' && context.siblings === 'few' ? { ...context, siblings: 'rest' } : context;

/** A body that may have faults: its surroundings, and the seed that draws it. */
interface SharedBody {
  readonly around: ProbeContext;
  readonly seed: number;
  readonly valid: object;
}

/** The body at a place, which has the values and pairs of values that those before it lack. */
const drawBody = (
  { generators, plan }: Run,
  body: FieldBody,
  written: Written,
  place: number,
  met: Set<string>,
): SharedBody => {
  const drawn = drawContext(plan.seed, `bodies/${body}`, place, BODY_DIMENSIONS);
  const around = inGroups(body, written === 'create' ? drawn : inOtherBody(drawn));
  const siblings = isComplete(body) ? siblingsForPrice(around.siblings) : around.siblings;
  const possible = Array.from({ length: SEEDS }, (_, nth): SharedBody => {
    const seed = subSeed(plan.seed, 'fields', body, written, place, nth);
    const bodies = bodiesIn({ ...around, siblings }, body, generators, seed, COMPANY);
    return { around, seed, valid: bodies(0) };
  });
  const isMeant = ({ valid }: SharedBody): boolean =>
    isOfCompany(valid) === ((place + Math.floor(plan.seed / 2)) % 2 === 1);
  const meant = possible.filter(isMeant);
  const valuesOf = ({ valid }: SharedBody) => bodyValues(body, valid);
  return takeComplementary(meant.length > 0 ? meant : possible, valuesOf, [met]);
};

/**
 * The bodies of creations and updates by place: every second one is of a company, and two seeds later the others, so that those
 * of each kind meet both values of a dimension that alternates with the seed. A creation
 * and an update at one place complement each other.
 */
const bodiesOf = memoizedByObject((run: Run) =>
  memoized((body: FieldBody) => {
    const met = new Set<string>();
    const bodies: Record<Written, SharedBody>[] = [];
    const draw = (written: Written) => drawBody(run, body, written, bodies.length, met);
    return (place: number): Record<Written, SharedBody> => {
      while (bodies.length <= place)
        bodies.push({ create: draw('create'), update: draw('update') });
      return bodies[place] as Record<Written, SharedBody>;
    };
  }),
);

/** A draft that may have a fault: its body with and without it, in its context. */
export interface DraftCandidate {
  /** The same for equal drafts. */
  readonly name: string;
  readonly seed: number;
  readonly pair: FaultPair;
  readonly context: ProbeContext;
}

/** One draft in so many is used before it has its fault: of those that a contract judges, and of those of one fault alone. */
const USED_ONE_IN = {
  gate: { ofContract: 3, alone: 10 },
  certify: { ofContract: 2, alone: 5 },
} as const;

/** One gate in so many sends the missing fields of an update to empty drafts. */
const EMPTY_ONE_IN = 3;

/** The context of a draft with these surroundings; a certify writes more faults to used drafts. */
const contextAt = (
  run: Run,
  probe: DraftProbe,
  around: ProbeContext,
  { index, isShared }: { readonly index: number; readonly isShared: boolean },
): ProbeContext => {
  const { fault, on } = probe;
  // Consecutive seeds take turns, so that hardly any fault goes to new drafts in all of them.
  const turn = index + run.plan.seed;
  const drawn = drawPart(run.plan.seed, `fields/${on}`, index, callDimensions(run, probe));
  const body = BODY_DIMENSIONS.filter((name) => !fault.surroundings.includes(name)).reduce(
    withPlain,
    around,
  );
  const stage = stageOf(run, fault.checkpoint);
  const own = { ...body, ...drawn };
  // Another contract of a draft may be a replay of the first (K2), which says nothing about a fault that a contract may refuse.
  const context = stage === 'write' ? own : withPlain(own, 'contract');
  // A used draft takes a dozen calls: of the bodies whose faults a contract may reveal, two of three are written to new drafts
  // (in a certify, every second one), and of those that no other fault shares, nine of ten (four of five).
  const { ofContract, alone } = USED_ONE_IN[run.plan.thorough ? 'certify' : 'gate'];
  // A business rule must also hold for updates of priced drafts (E4); those of a missing field and of the date border
  // would be many.
  const isRuleOfUpdate =
    OF_DRAFTS.includes(fault) &&
    isBusinessRule(fault.requirement) &&
    writtenBy(on) === 'update' &&
    (stage === 'contract' || !isAbsentUpdate(probe));
  const usedOneIn = isShared && stage === 'contract' ? ofContract : alone;
  const isNewInTurn = (stage === 'contract' || !isShared) && turn % usedOneIn !== 0;
  const isOfNew = !isRuleOfUpdate && isNewInTurn;
  // Services often check an empty draft alone for missing fields. A certify always writes them to one, too.
  const { seed, thorough } = run.plan;
  const isInTurn = !thorough && stage !== 'contract' && seed % EMPTY_ONE_IN === 0;
  const isOnEmpty = isInTurn && isAbsentUpdate(probe);
  if (isOfNew || isOnEmpty) return withNewObject(context);
  return isRuleOfUpdate && context.priceRequests === 0 ? { ...context, priceRequests: 1 } : context;
};

/** The candidate of this body: without its drawn language it is in any, and without a second item it has no list position. */
const candidateOf = (seed: number, pair: FaultPair, drawn: ProbeContext): DraftCandidate => {
  const isMute = valueAt(pair.valid, LANGUAGE) === undefined;
  const lacking = [
    ...(isMute ? (['language'] as const) : []),
    ...(pair.inListOfTwo ? [] : (['listPosition'] as const)),
  ];
  const context = lacking.reduce(withPlain, drawn);
  return { name: [seed, ...Object.values(context)].join(' '), seed, pair, context };
};

/**
 * The drafts that may have a fault, draw by draw: those of the bodies that other faults share, and if they are few, some of its
 * own.
 */
export const candidatesFor = (
  run: Run,
  probe: DraftProbe,
): ((draw: number) => readonly DraftCandidate[]) => {
  const { fault, on } = probe;
  const { generators } = run;
  const bodyAt = bodiesOf(run)(fault.body);
  // A fault that needs all fields shares a body that has them.
  const isFree = fault.surroundings.includes('siblings') || isComplete(fault.body);
  const sharedAt = memoized((place: number): readonly DraftCandidate[] => {
    const { seed, around } = bodyAt(place)[writtenBy(on)];
    const fits = isFree || around.siblings === PLAIN.siblings;
    const pair = fits ? fault.sharedPair(generators, seed, around) : undefined;
    // Bodies that are shared differ in every dimension, since a series covers its wheels.
    const context = contextAt(run, probe, around, { index: place, isShared: true });
    return pair ? [candidateOf(seed, pair, context)] : [];
  });
  const ownAt = (place: number, at: number, draw: number): DraftCandidate => {
    const { seed, around } = bodyAt(place)[writtenBy(on)];
    const index = CONTEXTS + ((subSeed(0, fault.requirement, draw) + at) % CONTEXTS);
    const pair = fault.drawnPair(generators, seed, around);
    return candidateOf(seed, pair, contextAt(run, probe, around, { index, isShared: false }));
  };
  const drawn = (draw: number): readonly DraftCandidate[] => {
    const places = placesOf(probe, draw);
    const all = places.flatMap(sharedAt);
    // As few drafts as can take the missing fields of a gate.
    const shared = draw === 1 && isAbsentUpdate(probe) ? all.slice(0, 1) : all;
    if (shared.length >= draw) return shared;
    const own = places.slice(0, draw).map((place, at) => ownAt(place, at, draw));
    return [...shared, ...own];
  };
  return (draw) =>
    isFirstCallDraw(run, probe, draw)
      ? drawn(draw).map(({ seed, pair, context }) =>
          candidateOf(seed, pair, withPlain(withNewObject(context), 'beside')),
        )
      : drawn(draw);
};
