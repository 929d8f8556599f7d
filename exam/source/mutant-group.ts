import type { SourceMutant } from './instrument.ts';
import type { MutantTrial } from './mutant-trial.ts';

/** More mutants at once than these hide each other too often. */
const LARGEST = 16;

/** Of one declaration, a mutant may keep another from doing anything; of two, hardly ever. */
const areApart = (a: SourceMutant, b: SourceMutant): boolean =>
  a.file !== b.file || a.declaration !== b.declaration;

/**
 * Trials whose mutants can be on at once, in as few groups as a simple search finds. The first of a group waits for all the
 * lines that the others wait for.
 */
export const groupsOf = (trials: readonly MutantTrial[]): readonly (readonly MutantTrial[])[] => {
  const groups: MutantTrial[][] = [];
  for (const trial of trials.toSorted((a, b) => b.left.length - a.left.length)) {
    const fits = groups.find(
      ([first, ...others]) =>
        others.length < LARGEST - 1 &&
        trial.left.every((line) => first?.left.includes(line)) &&
        [first, ...others].every((one) => one && areApart(one.mutant, trial.mutant)),
    );
    if (fits) fits.push(trial);
    else groups.push([trial]);
  }
  return groups;
};

/** A group in two. */
export const halvesOf = <Item>(group: readonly Item[]): readonly (readonly Item[])[] => {
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)].filter((part) => part.length > 0);
};
