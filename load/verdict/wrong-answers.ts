import type { Line } from '../../spec/line.ts';
import type { Finding } from '../../oracles/finding.ts';
import { type OperationId, operation as operationOf } from '../../spec/operations.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

/** An answer under load that differs from that of its draft before the load, of a kind that no requirement names. */
export interface Sighting {
  readonly line: Line;
  /** From 1; 0 for the warm-up and observations before the load. */
  readonly step: number;
  /** Such as `answers without a price, for drafts that had one before the load`. */
  readonly kind: string;
  /** A short example. */
  readonly example: string;
  /** True if the text, or the target, excludes it: two of them are a failure. Otherwise they only prevent a PASS. */
  readonly isExcluded: boolean;
}

/** Sightings of one kind. */
export interface SightingKind extends Omit<Sighting, 'isExcluded' | 'step'> {
  /** Number of reported sightings; there may be more. */
  readonly count: number;
  /** Number of excluded ones. */
  readonly excluded: number;
  readonly steps: readonly number[];
}

/** Steps of the profile with a sighting, ascending; 0: before, in the warm-up or on a journey. */
const stepsIn = (seen: readonly { readonly step: number }[]): number[] =>
  [...new Set(seen.map(({ step }) => step))].sort((a, b) => a - b);

/** `, first in step 2`; empty if it was in none. */
const firstSeen = ({ steps }: { readonly steps: readonly number[] }): string => {
  const first = steps.find((step) => step > 0);
  return first === undefined ? '' : `, first in step ${first}`;
};

/** The sightings by line and kind, the most frequent first. */
export const sightingKinds = (sightings: readonly Sighting[]): readonly SightingKind[] =>
  [...Map.groupBy(sightings, ({ line, kind }) => `${line} ${kind}`).values()]
    .flatMap((all) => {
      const [first] = all;
      if (!first) return [];
      const excluded = all.filter(({ isExcluded }) => isExcluded);
      const { line, kind, example } = excluded[0] ?? first;
      const count = all.length;
      return { line, kind, example, count, excluded: excluded.length, steps: stepsIn(all) };
    })
    .toSorted((a, b) => b.count - a.count);

/** A kind in one sentence. */
export const sightingText = (seen: SightingKind): string =>
  `${seen.line}: ${seen.kind}, ${seen.count} times or more${firstSeen(seen)}: ${seen.example}`;

/** Wrong answers of one kind: one requirement, on one operation. */
export type WrongKind = LoadRecord['wrong'][number];

const KEPT = 5;

/** A finding, with the step of the profile; 0 before it. */
export type LoadFinding = Finding & { readonly step: number };

/** The wrong answers by kind, the most frequent first. */
export const wrongKinds = (findings: readonly LoadFinding[]): readonly WrongKind[] => {
  const fails = findings.filter(({ verdict }) => verdict === 'fail');
  const kinds = Map.groupBy(fails, ({ requirement, operation }) => `${requirement}@${operation}`);
  return [...kinds.values()]
    .flatMap((all) => {
      const [first] = all;
      if (!first) return [];
      const { requirement, operation, wanted, got } = first;
      const exchanges = [...new Set(all.flatMap((each) => each.exchanges))];
      const [count, shown] = [exchanges.length, exchanges.slice(0, KEPT)];
      return { requirement, operation, count, wanted, got, steps: stepsIn(all), exchanges: shown };
    })
    .toSorted((a, b) => b.count - a.count);
};

/** The wrong answers of a preparation as sightings, for a run that is judged without their exchanges: two of each kind. */
export const preparationSightings = (findings: readonly LoadFinding[]): readonly Sighting[] =>
  wrongKinds(findings).flatMap(({ requirement, operation, wanted, got, count }) => {
    const { line } = operationOf(operation as OperationId);
    const kind = `${requirement} on ${operation} before the load, expected ${wanted}`;
    const seen = { line, step: 0, kind, example: `got ${got}`, isExcluded: true };
    return count > 1 ? [seen, seen] : [seen];
  });

/** A kind in one sentence; `what` is the broken requirement. */
export const wrongText = (kind: WrongKind, what = kind.requirement): string =>
  `${what} on ${kind.operation}: expected ${kind.wanted}, got ${kind.got} (${kind.count} times or more${firstSeen(kind)})`;

/** The kinds in a sentence each; those that stem from the same answers, such as every amount in one wrong currency, share one. */
export const wrongTexts = (kinds: readonly WrongKind[]): readonly string[] => {
  const alike = Map.groupBy(kinds, ({ operation, wanted, got, exchanges }) =>
    JSON.stringify([operation, wanted, got, exchanges]),
  );
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more like it`;
    return [wrongText(first, `${first.requirement}${more}`)];
  });
};
