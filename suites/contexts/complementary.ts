import { sum } from 'simple-statistics';
import { DIMENSIONS, type ProbeContext } from './context.ts';
import { valuesOf } from './dimension.ts';

/** A value that a fault may depend on. */
export interface MetValue {
  readonly name: string;
  /** Weight of the value in a choice. */
  readonly weight: number;
}

/** Weight of a value of each dimension: one of two values counts twice as much as one of four. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  DIMENSIONS.map((dimension) => [dimension.name, 2 / valuesOf(dimension).length]),
);

/** The values of a context. */
export const contextValues = (context: ProbeContext): readonly MetValue[] =>
  Object.entries(context).map(([name, value]) => ({
    name: `${name} ${value}`,
    weight: WEIGHTS.get(name) ?? 1,
  }));

/** Number of contexts to choose from in a further draw. */
export const FURTHER_CHOICES = 32;

/**
 * Takes, of these candidates, the one that adds most to the values met before, counted in each set: of equal ones, the first. Adds
 * its values to all sets. Throws RangeError if there is none.
 */
export const takeComplementary = <Candidate>(
  candidates: readonly Candidate[],
  valuesOf: (candidate: Candidate) => readonly MetValue[],
  met: readonly Set<string>[],
): Candidate => {
  const rated = candidates.map((candidate) => {
    const values = valuesOf(candidate);
    const added = sum(
      met.flatMap((before) => values.map(({ name, weight }) => (before.has(name) ? 0 : weight))),
    );
    return { candidate, values, added };
  });
  const [best] = rated.toSorted((a, b) => b.added - a.added);
  if (!best) throw new RangeError('nothing to choose from');
  for (const { name } of best.values) for (const before of met) before.add(name);
  return best.candidate;
};
