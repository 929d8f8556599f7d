import type { SourceMutant } from './instrument.ts';
import type { Trial } from './trial.ts';

/** More mutants at once than these hide each other too often. */
const LARGEST = 16;

interface Span {
  readonly from: readonly [line: number, column: number];
  readonly to: readonly [line: number, column: number];
}

const spanOf = ({ line, column, original }: SourceMutant): Span => {
  const lines = original.split('\n');
  const last = lines.at(-1) ?? '';
  const end = lines.length === 1 ? column + last.length : last.length + 1;
  return { from: [line, column], to: [line + lines.length - 1, end] };
};

const isBefore = (a: Span['to'], b: Span['from']): boolean =>
  a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]);

/** Whether neither of two mutants lies inside the other: only then can both be on. */
const areApart = (a: SourceMutant, b: SourceMutant): boolean => {
  if (a.file !== b.file) return true;
  const [one, other] = [spanOf(a), spanOf(b)];
  return isBefore(one.to, other.from) || isBefore(other.to, one.from);
};

/**
 * Trials whose mutants can be on at once, in as few groups as a simple search finds. The first of a group waits for all the
 * lines that the others wait for.
 */
export const groupsOf = (trials: readonly Trial[]): readonly (readonly Trial[])[] => {
  const groups: Trial[][] = [];
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
