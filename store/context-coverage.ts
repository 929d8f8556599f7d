import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { jsonIn } from '../spec/json-text.ts';
import type { RunFolder } from './run-folder.ts';

const counts = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.int().min(0))));
const values = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const countedSchema = z.object({
  /** By kind of requirement, dimension and value: how many probes a run made in it. */
  pairs: counts,
  /** By kind of requirement and dimension: the values that a run can draw. */
  possible: values,
});

const contextsSchema = countedSchema.extend({
  format: z.literal(1),
  /** The same of two dimensions at once, such as `country × updates` with `be × 3`. */
  combinations: countedSchema.optional(),
});

/** Contexts in which a run made its probes: the content of `contexts.json`. */
export type RunContexts = z.infer<typeof contextsSchema>;

/** Reads the contexts of a run; undefined without the file, or if it is damaged or of another format. */
export const readContexts = ({
  contexts,
}: Pick<RunFolder, 'contexts'>): RunContexts | undefined => {
  try {
    return contextsSchema.safeParse(jsonIn(readFileSync(contexts, 'utf8'))).data;
  } catch {
    return undefined;
  }
};

/** A kind of requirement with a value of a dimension, and the number of probes that were made so. */
export interface ContextPair {
  readonly kind: string;
  readonly dimension: string;
  readonly value: string;
  readonly count: number;
}

/** Coverage of one dimension: pairs of a kind of requirement and a value. */
export interface DimensionCoverage {
  readonly dimension: string;
  readonly covered: number;
  readonly possible: number;
}

/** Pairs of several runs, added up. */
export interface ContextCoverage {
  readonly dimensions: readonly DimensionCoverage[];
  readonly pairs: readonly ContextPair[];
  /** The same of two dimensions at once. */
  readonly combinations: readonly ContextPair[];
}

/** Contexts of one run, and the version of Assay that drew them. */
export interface VersionedContexts {
  readonly assay: string;
  readonly contexts: RunContexts;
}

/** Number of pairs that were drawn, and of all that could be. */
export interface CoveredPairs {
  readonly drawn: number;
  readonly possible: number;
}

/** Pairs of a kind of requirement and a value of a dimension that a run met, and of two values at once. */
export interface CoveredContexts extends CoveredPairs {
  readonly combinations: CoveredPairs;
}

/** Counts the pairs that were drawn. */
export const countCovered = (pairs: readonly ContextPair[]): CoveredPairs => ({
  drawn: pairs.filter(({ count }) => count > 0).length,
  possible: pairs.length,
});

/** Counts the pairs of a run; undefined without a readable record of its contexts. */
export const coveredContexts = (
  folder: Pick<RunFolder, 'contexts'>,
): CoveredContexts | undefined => {
  const contexts = readContexts(folder);
  if (!contexts) return undefined;
  const { pairs, combinations } = addContexts([{ assay: '', contexts }]);
  return { ...countCovered(pairs), combinations: countCovered(combinations) };
};

const keyOf = (kind: string, dimension: string, value: string): string =>
  JSON.stringify([kind, dimension, value]);

function* entriesOf<Inner>(
  table: Readonly<Record<string, Readonly<Record<string, Inner>>>>,
): Generator<readonly [kind: string, dimension: string, inner: Inner]> {
  for (const [kind, dimensions] of Object.entries(table))
    for (const [dimension, inner] of Object.entries(dimensions)) yield [kind, dimension, inner];
}

/** Counted pairs of one run, and the version of Assay that drew them. */
interface VersionedCounts {
  readonly assay: string;
  readonly counted: z.infer<typeof countedSchema>;
}

/** Pairs that these runs could draw: a value that was drawn is possible, whatever the list says. */
const possiblePairs = (runs: readonly VersionedCounts[]): Map<string, ContextPair> => {
  const pairs = new Map<string, ContextPair>();
  const add = (kind: string, dimension: string, all: readonly string[]): void => {
    for (const value of all)
      pairs.set(keyOf(kind, dimension, value), { kind, dimension, value, count: 0 });
  };
  for (const { counted } of runs) {
    for (const entry of entriesOf(counted.possible)) add(...entry);
    for (const [kind, dimension, drawn] of entriesOf(counted.pairs))
      add(
        kind,
        dimension,
        Object.keys(drawn).filter((value) => (drawn[value] ?? 0) > 0),
      );
  }
  return pairs;
};

/** Adds up counted pairs, those of the newest run first. */
const addPairs = (runs: readonly VersionedCounts[]): readonly ContextPair[] => {
  const pairs = possiblePairs(runs.filter(({ assay }) => assay === runs[0]?.assay));
  for (const { counted } of runs)
    for (const [kind, dimension, drawn] of entriesOf(counted.pairs))
      for (const [value, count] of Object.entries(drawn)) {
        const key = keyOf(kind, dimension, value);
        const before = pairs.get(key);
        if (before) pairs.set(key, { ...before, count: before.count + count });
      }
  return [...pairs.values()];
};

/**
 * Adds up the contexts of runs, the newest first. Possible are those of the newest run's version of Assay: what only an earlier
 * version drew is left out.
 */
export const addContexts = (runs: readonly VersionedContexts[]): ContextCoverage => {
  const pairs = addPairs(runs.map(({ assay, contexts }) => ({ assay, counted: contexts })));
  const combinations = addPairs(
    runs.flatMap(({ assay, contexts }) =>
      contexts.combinations ? [{ assay, counted: contexts.combinations }] : [],
    ),
  );
  const dimensions = [...Map.groupBy(pairs, ({ dimension }) => dimension)].map(
    ([dimension, own]) => {
      const { drawn: covered, possible } = countCovered(own);
      return { dimension, covered, possible };
    },
  );
  return { dimensions, pairs, combinations };
};
