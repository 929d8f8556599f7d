import { sum } from 'simple-statistics';
import type { ProbeContext } from './context.ts';

/** A value that a fault may depend on. */
export interface MetValue {
  readonly name: string;
  /** Weight of the value in a choice; 1 for a value of a dimension. */
  readonly weight: number;
}

/** The values of a context. */
export const contextValues = (context: ProbeContext): readonly MetValue[] =>
  Object.entries(context).map(([name, value]) => ({ name: `${name} ${value}`, weight: 1 }));

/**
 * Takes, of these candidates, the one that adds most to the values met before, counted in each set: of equal ones, the first. Adds
 * its values to all sets. Undefined if there is no candidate.
 */
export const takeComplementary = <Candidate>(
  candidates: readonly Candidate[],
  valuesOf: (candidate: Candidate) => readonly MetValue[],
  met: readonly Set<string>[],
): Candidate | undefined => {
  const rated = candidates.map((candidate) => {
    const values = valuesOf(candidate);
    const added = sum(
      met.flatMap((before) => values.map(({ name, weight }) => (before.has(name) ? 0 : weight))),
    );
    return { candidate, values, added };
  });
  const [best] = rated.toSorted((a, b) => b.added - a.added);
  for (const { name } of best?.values ?? []) for (const before of met) before.add(name);
  return best?.candidate;
};
