import type { Mismatch } from '../console/failure.ts';
import { withoutDrawnValues, withoutIds } from './shared-faults.ts';

/** Mismatches of a cell beside its first one, as far as they tell a reader more. */
export interface FurtherMismatches {
  /** Conditions with which other checks met the first mismatch, in words. */
  readonly contexts: readonly string[];
  /** One mismatch of every other kind. */
  readonly others: readonly Mismatch[];
}

/** The answer without the context in which it was met. */
const bareAnswer = ({ got, context = [] }: Mismatch): string => {
  const [first] = context;
  if (first === undefined) return got;
  const starts = [`, only if ${first}`, `, ${first}`].map((start) => got.indexOf(start));
  const at = Math.min(...starts.filter((start) => start >= 0));
  return Number.isFinite(at) ? got.slice(0, at) : got;
};

/** A history says after which calls a check came to its answer, not what the answer depends on. */
const isCondition = (part: string): boolean => !/^(after|from) /.test(part);

const conditionsOf = ({ context = [] }: Mismatch): readonly string[] => context.filter(isCondition);

const isAlike = (one: string, other: string): boolean =>
  withoutDrawnValues(one) === withoutDrawnValues(other);

const includes = (all: readonly string[], one: string): boolean =>
  all.some((other) => isAlike(other, one));

/** A condition in the words of every sighting, since their numbers may differ. */
const inAllWords = (condition: string, sightings: readonly (readonly string[])[]): string => {
  const words = sightings.flatMap((all) => all.filter((each) => isAlike(each, condition)));
  return [...new Set(words)].join(', or ');
};

/**
 * Conditions of other sightings of one mismatch. Beside a first one without conditions only those that all share may be the
 * reason; beside a first one with conditions those that contradict it count, since one of them was drawn.
 */
const contextsOf = (first: Mismatch, alike: readonly Mismatch[]): readonly string[] => {
  const own = conditionsOf(first);
  const others = alike.map(conditionsOf).filter(({ length }) => length > 0);
  if (own.length === 0) {
    const shared = (others[0] ?? []).filter((each) => others.every((all) => includes(all, each)));
    return shared.length === 0
      ? []
      : [shared.map((each) => inAllWords(each, others)).join(' and ')];
  }
  const contradicting = others.filter((all) => !own.every((each) => includes(all, each)));
  return [...new Set(contradicting.map((all) => all.join(' and ')))].slice(0, 3);
};

/** The expectation without drawn values; what has to be refused is quoted, and distinguishes the probes of one requirement. */
const shapeOfExpectation = ({ wanted }: Mismatch): string =>
  wanted.startsWith('a refusal') ? withoutIds(wanted) : withoutDrawnValues(wanted);

/** Distinguishes what a reader has to know of a cell's other mismatches from repetitions of the first one. */
export const furtherMismatches = (
  first: Mismatch,
  others: readonly Mismatch[],
): FurtherMismatches => {
  const shapeOf = (each: Mismatch): string =>
    `${shapeOfExpectation(each)} ${withoutDrawnValues(bareAnswer(each))}`;
  const shape = shapeOf(first);
  const further = new Map(others.map((each) => [shapeOf(each), each]));
  further.delete(shape);
  return {
    contexts: contextsOf(
      first,
      others.filter((each) => shapeOf(each) === shape),
    ),
    others: [...further.values()],
  };
};
