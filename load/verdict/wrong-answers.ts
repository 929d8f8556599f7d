import type { Line } from '../../spec/line.ts';
import type { Finding } from '../../oracles/finding.ts';

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

/** Wrong answers of one kind: one requirement, on one operation. */
export interface WrongKind {
  readonly requirement: string;
  readonly operation: string;
  /** How many were told of; there may be more. */
  readonly count: number;
  readonly wanted: string;
  readonly got: string;
  /** Steps of the profile in which it was seen, ascending; 0: before, in the warm-up or on a journey. */
  readonly steps: readonly number[];
  /** Numbers of the first exchanges that show it. */
  readonly exchanges: readonly number[];
}

const KEPT = 5;

type LoadFinding = Finding & { readonly step: number };

/** The wrong answers by kind, the most frequent first. */
export const wrongKinds = (findings: readonly LoadFinding[]): readonly WrongKind[] => {
  const kinds = new Map<string, LoadFinding[]>();
  for (const finding of findings) {
    if (finding.verdict !== 'fail') continue;
    const key = `${finding.requirement}@${finding.operation}`;
    kinds.set(key, [...(kinds.get(key) ?? []), finding]);
  }
  return [...kinds.values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const all = [first, ...rest];
      const exchanges = [...new Set(all.flatMap((each) => each.exchanges))];
      return {
        requirement: first.requirement,
        operation: first.operation,
        count: exchanges.length,
        wanted: first.wanted,
        got: first.got,
        steps: [...new Set(all.map(({ step }) => step))].sort((a, b) => a - b),
        exchanges: exchanges.slice(0, KEPT),
      };
    })
    .toSorted((a, b) => b.count - a.count);
};

const sentence = (what: string, { operation, count, wanted, got, steps }: WrongKind): string => {
  const first = steps.find((step) => step > 0);
  const where = first === undefined ? '' : `, first in step ${first}`;
  return `${what} on ${operation}: wanted ${wanted}, got ${got} (${count} times or more${where})`;
};

/** A kind in one sentence. */
export const wrongText = (kind: WrongKind): string => sentence(kind.requirement, kind);

/** The kinds in a sentence each; those that the same answers show alike, such as every amount in one wrong currency, share one. */
export const wrongTexts = (kinds: readonly WrongKind[]): readonly string[] => {
  const alike = Map.groupBy(kinds, ({ operation, wanted, got, exchanges }) =>
    JSON.stringify([operation, wanted, got, exchanges]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more like it`;
    return [sentence(`${first.requirement}${more}`, first)];
  });
};
