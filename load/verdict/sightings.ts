import type { Line } from '../../spec/line.ts';

/** An answer under load unlike the one of its draft at rest, of a kind that no requirement names. */
export interface Sighting {
  readonly line: Line;
  /** From 1; the warm-up and what was seen at rest are 0. */
  readonly step: number;
  /** Such as `answers without a price, to drafts that had one at rest`. */
  readonly kind: string;
  /** One of them in a few words. */
  readonly example: string;
  /** Whether the text, or the target, excludes it: two of them are a failure. Otherwise they only keep a pass away. */
  readonly isExcluded: boolean;
}

/** Sightings of one kind. */
export interface SightingKind extends Omit<Sighting, 'isExcluded' | 'step'> {
  /** How many were told of; there may be more. */
  readonly count: number;
  /** How many of them are excluded. */
  readonly excluded: number;
  readonly steps: readonly number[];
}

/** The sightings by line and kind, the most frequent first. */
export const sightingKinds = (sightings: readonly Sighting[]): readonly SightingKind[] =>
  [...Map.groupBy(sightings, ({ line, kind }) => `${line} ${kind}`).values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const all = [first, ...rest];
      return {
        line: first.line,
        kind: first.kind,
        example: (all.find(({ isExcluded }) => isExcluded) ?? first).example,
        count: all.length,
        excluded: all.filter(({ isExcluded }) => isExcluded).length,
        steps: [...new Set(all.map(({ step }) => step))].sort((a, b) => a - b),
      };
    })
    .toSorted((a, b) => b.count - a.count);

/** A kind in one sentence. */
export const sightingText = ({ line, kind, example, count, steps }: SightingKind): string => {
  const first = steps.find((step) => step > 0);
  const where = first === undefined ? '' : `, first in step ${first}`;
  return `${line}: ${kind}, ${count} times or more${where}: ${example}`;
};
