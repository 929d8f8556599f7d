import type * as fc from 'fast-check';
import { car } from '../../generators/car.ts';
import { type DraftOf, revisedDraft } from '../../generators/draft.ts';
import { lead, gapPriceRequestBody, metadataItem } from '../../generators/request-bodies.ts';
import { namedPersonBody } from '../../generators/person.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { draftWith } from '../../generators/surroundings.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { PLAIN, type ProbeContext, type WRITTEN_DIMENSIONS } from '../contexts/context.ts';
import type { Run } from '../engine/run.ts';
import type { JourneyData } from './state.ts';
import { pairwiseDrafts } from '../../generators/pairwise.ts';
import type { PairCoverage } from '../../oracles/sequence-coverage.ts';

/** Factories for the values of an object. */
type Makers<T extends object> = { readonly [K in keyof T]-?: () => T[K] };

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** An object whose values are made on first use, once each: most journeys need little of their data. */
export const lazyObject = <T extends object>(makers: Makers<T>): T => {
  const object = {};
  for (const key of Object.keys(makers) as (keyof T)[]) {
    Object.defineProperty(object, key, {
      get: once(makers[key]),
      enumerable: true,
      configurable: true,
    });
  }
  return object as T;
};

/** Serialises these values, including those of the underlying object. */
const WRITTEN: PropertyDescriptor = {
  value(this: Readonly<Record<string, unknown>>) {
    const all: Record<string, unknown> = {};
    for (const key in this) all[key] = this[key];
    return all;
  },
};

/**
 * An object with some values replaced; all values are still made on demand. Do not spread or list it: only the replaced values
 * are its own keys, since copying a dozen makers for each of thousands of drafts takes a hundredth of a run.
 */
export const withValues = <T extends object>(object: T, others: Partial<T>): T =>
  Object.create(object, {
    ...Object.getOwnPropertyDescriptors(others),
    toJSON: WRITTEN,
  }) as T;

const emailOf = (run: Run, draft: unknown): string => {
  const { policyholder } = draft as { policyholder?: { contact?: { email?: string } } };
  return (
    policyholder?.contact?.email ?? `${run.generators.mark ?? 'nobody'}@${run.target.mailDomain}`
  );
};

/** Dimensions of a context that its draft's fields follow. */
type DraftFields = Pick<ProbeContext, (typeof WRITTEN_DIMENSIONS)[number]>;

/** The first write and its change; if a creation has no body, only an update writes a draft. */
const writtenDrafts = (
  run: Run,
  line: Line,
  seed: number,
  fields: DraftFields,
  chosen: DraftOf<Line> | undefined,
): Makers<Pick<JourneyData, 'draft' | 'revised'>> => {
  const context = run.generators;
  const drawn = lazyObject({
    first: () => chosen ?? draftWith(fields, line, context, subSeed(seed, 'draft')),
    second: (): DraftOf<Line> =>
      sample(revisedDraft(line, drawn.first, context), subSeed(seed, 'revised')),
  });
  const isShown = operation(`${line}.draft-create`).request.shown;
  return chosen === undefined || isShown
    ? { draft: () => drawn.first, revised: () => drawn.second }
    : { draft: () => drawn.second, revised: () => drawn.first };
};

/** Cars, persons and keys, and their changed versions. */
export type ItemData = Pick<
  JourneyData,
  'car' | 'changedCar' | 'person' | 'changedPerson' | 'metadata' | 'changedMetadata'
>;

const drawAt =
  (seed: number) =>
  <T>(arbitrary: fc.Arbitrary<T>, name: string): T =>
    sample(arbitrary, subSeed(seed, name));

/** Makers of the items of one draft, from this seed alone. */
export const itemMakers = (run: Run, seed: number): Makers<ItemData> => {
  const context = run.generators;
  const draw = drawAt(seed);
  return {
    car: () => draw(car(context), 'car'),
    changedCar: () => draw(car(context), 'changed-car'),
    person: () => draw(namedPersonBody(context), 'person'),
    changedPerson: () => draw(namedPersonBody(context), 'changed-person'),
    metadata: () => draw(metadataItem(context), 'metadata'),
    changedMetadata: () => draw(metadataItem(context), 'changed-metadata'),
  };
};

/**
 * Data of one journey, each drawn from its own sub-seed on demand, so that order and concurrency change nothing. A draft chosen
 * for the journey is certain to be sent.
 */
export const journeyData = (
  run: Run,
  line: Line,
  seed: number,
  fields: DraftFields = PLAIN,
  chosen?: DraftOf<Line>,
): JourneyData => {
  const draw = drawAt(seed);
  const data: JourneyData = lazyObject({
    ...writtenDrafts(run, line, seed, fields, chosen),
    ...itemMakers(run, seed),
    lead: () => draw(lead(line), 'lead'),
    priceRequest: () => draw(gapPriceRequestBody(run.generators), 'price-request'),
    email: () => emailOf(run, data.draft),
  });
  return data;
};

/** Drafts of a line's journeys, planned before any request. */
export interface JourneyDrafts {
  /** By round, from 0; later rounds draw their own. */
  readonly drafts: readonly DraftOf<Line>[];
  /** Pairs of value classes in these drafts, and in legal complete drafts at all. */
  readonly covered: number;
  readonly possible: number;
}

/** Number of drafts after which no new pair is expected on any line. */
const MAX_DRAFTS = 200;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/**
 * Complete drafts with as many pairs of value classes as possible, each the best of 20 drawn. The drafts of a line follow from
 * the run's seed alone, and a longer run begins with the drafts of a shorter one.
 */
export const planDrafts = (run: Run, line: Line): JourneyDrafts => {
  const { seed, runs } = run.plan;
  const limit = Math.max(MAX_DRAFTS, runs);
  const own = subSeed(seed, 'journey-drafts', line);
  const picks = pairwiseDrafts(line, run.generators, { seed: own, limit, extent: 'complete' });
  const news = picks.map(({ newPairs }) => newPairs);
  return {
    drafts: picks.slice(0, runs).map(({ draft }) => draft),
    covered: sum(news.slice(0, runs)),
    possible: sum(news),
  };
};

/** Writes the pair coverage of a line's drafts to the run's folder once all of them were sent. */
export const writePairCoverage = (
  run: Run,
  line: Line,
  { covered, possible }: JourneyDrafts,
): void => {
  const coverage: PairCoverage = { line, drafts: run.plan.runs, covered, possible };
  run.append('pairs', `${JSON.stringify(coverage)}\n`);
};
