import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { valueAt } from '../../generators/pointer.ts';
import { subSeed } from '../../generators/sample.ts';
import { bodiesIn, LANGUAGE, siblingsForPrice } from '../../generators/surroundings.ts';
import { memoized } from '../../spec/memoized.ts';
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
import { drawContext, drawPart } from '../contexts/draw-context.ts';
import type { Run } from '../engine/run.ts';
import { writtenBy } from './follow-draft.ts';
import { type FaultyDraft } from './batched-faults.ts';
import { stageOf } from './tried-fault.ts';
import { type DraftProbe, OF_DRAFTS } from './draft-probes.ts';

/** Number of bodies that the faults of an operation share in their first draws. */
const BODIES = 5;

/** Further draws choose among this many times as many. */
const SETS = 3;

/** Dimensions of the calls of a faulty draft, and of the updated draft. */
const OF_CALLS: Readonly<Record<'create' | 'update', readonly DimensionName[]>> = {
  create: CALL_DIMENSIONS,
  // No contract: another one of the draft may be a replay of the first (K2), which says nothing about the fault.
  update: [...DRAFT_DIMENSIONS, 'items', 'beside'],
};

const callDimensions = ({ on, line }: Pick<DraftProbe, 'on' | 'line'>): readonly DimensionName[] =>
  dimensionsOn(line, OF_CALLS[writtenBy(on)]);

/** Number of contexts of drafts whose bodies no other fault shares; updates share the draft of their context. */
const CONTEXTS = 60;

/** Dimensions that apply to a probe: those of its body that the fault has, and those of a used draft if there is one. */
export const drawnFor = (
  { fault, on, line }: DraftProbe,
  { start: { before, until } }: FaultyDraft,
): readonly DimensionName[] => [
  ...BODY_DIMENSIONS.filter((name) => fault.surroundings.includes(name)),
  ...(before === undefined ? OF_CALLS.create : callDimensions({ on, line })).filter(
    (name) => name !== 'beside' || until === 'write',
  ),
];

/** Places of the bodies that may carry a fault in a draw; the first one differs by requirement. */
const placesOf = ({ requirement }: BodyFault, draw: number): readonly number[] => {
  const count = draw === 1 ? BODIES : BODIES * SETS;
  return Array.from({ length: count }, (_, next) => (subSeed(0, requirement) + next) % count);
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

/** Number of seeds to try for a body of a company, or of a person. */
const SEEDS = 8;

const COMPANY = '/policyholder/company';

const isOfCompany = (body: object): boolean => valueAt(body, COMPANY) !== undefined;

/** The surroundings and the seed of the body at a place: every second one is of a company, and with the next seed the others. */
const bodyAt = ({ generators, plan }: Run, { fault, on, line }: DraftProbe, place: number) => {
  const drawn = drawContext(plan.seed, `bodies/${line}`, place, BODY_DIMENSIONS);
  const around = writtenBy(on) === 'create' ? drawn : inOtherBody(drawn);
  const siblings = isComplete(fault.body) ? siblingsForPrice(around.siblings) : around.siblings;
  const seeds = Array.from({ length: SEEDS }, (_, nth) =>
    subSeed(plan.seed, 'fields', on, place, nth),
  );
  const isMeant = (seed: number): boolean =>
    isOfCompany(bodiesIn({ ...around, siblings }, fault.body, generators, seed, COMPANY)(0)) ===
    ((place + plan.seed) % 2 === 1);
  return { place, around, seed: seeds.find(isMeant) ?? subSeed(plan.seed, 'fields', on, place) };
};

/** A draft that may have a fault: its body with and without it, in its context. */
export interface DraftCandidate {
  /** The same for equal drafts. */
  readonly name: string;
  readonly seed: number;
  readonly pair: FaultPair;
  readonly context: ProbeContext;
}

/** The context of a draft with these surroundings; a certify writes more faults to used drafts. */
const contextAt = (
  run: Run,
  { fault, on, line }: DraftProbe,
  around: ProbeContext,
  { index, isShared }: { readonly index: number; readonly isShared: boolean },
): ProbeContext => {
  // Consecutive seeds take turns, so that hardly any fault goes to new drafts in all of them.
  const turn = index + run.plan.seed;
  const drawn = drawPart(run.plan.seed, `fields/${on}`, index, callDimensions({ on, line }));
  const body = BODY_DIMENSIONS.filter((name) => !fault.surroundings.includes(name)).reduce(
    withPlain,
    around,
  );
  const stage = stageOf(run, fault.checkpoint);
  // A draft that is accepted at its write is followed alone.
  const alone = stage === 'write' ? {} : { beside: PLAIN.beside };
  const context = { ...body, ...drawn, ...alone };
  // A used draft takes a dozen calls: of the bodies whose faults a contract may reveal, two of three are written to new drafts
  // (in a certify, every second one), and of those that no other fault shares, four of five.
  const ofContract = run.plan.thorough ? 2 : 3;
  const isNew = isShared ? stage === 'contract' && turn % ofContract !== 0 : turn % 5 !== 0;
  return isNew ? withNewObject(context) : context;
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
  const { fault } = probe;
  const { generators } = run;
  // A fault that needs all fields shares a body that has them.
  const isFree = fault.surroundings.includes('siblings') || isComplete(fault.body);
  const sharedAt = memoized((place: number): readonly DraftCandidate[] => {
    const { seed, around } = bodyAt(run, probe, place);
    const fits = isFree || around.siblings === PLAIN.siblings;
    const pair = fits ? fault.sharedPair(generators, seed, around) : undefined;
    // Bodies that are shared differ in every dimension, since a series covers its wheels.
    const context = contextAt(run, probe, around, { index: place, isShared: true });
    return pair ? [candidateOf(seed, pair, context)] : [];
  });
  const ownAt = (place: number, at: number, draw: number): DraftCandidate => {
    const { seed, around } = bodyAt(run, probe, place);
    const index = CONTEXTS + ((subSeed(0, fault.requirement, draw) + at) % CONTEXTS);
    const pair = fault.drawnPair(generators, seed, around);
    return candidateOf(seed, pair, contextAt(run, probe, around, { index, isShared: false }));
  };
  return (draw) => {
    const places = placesOf(fault, draw);
    const shared = places.flatMap(sharedAt);
    if (shared.length >= draw) return shared;
    const own = places.slice(0, draw).map((place, at) => ownAt(place, at, draw));
    return [...shared, ...own];
  };
};
