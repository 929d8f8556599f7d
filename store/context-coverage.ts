import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { RunFolder } from './run-folder.ts';

const counts = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.int().min(0))));
const values = z.record(z.string(), z.record(z.string(), z.array(z.string())));

const contextsSchema = z.object({
  format: z.literal(1),
  /** By kind of requirement, dimension and value: how many probes a run made in it. */
  pairs: counts,
  /** By kind of requirement and dimension: the values that a run can draw. */
  possible: values,
});

/** Contexts in which a run made its probes: the content of `contexts.json`. */
export type RunContexts = z.infer<typeof contextsSchema>;

/** Reads the contexts of a run; undefined without the file, or if it is damaged or of another format. */
export const readContexts = ({
  contexts,
}: Pick<RunFolder, 'contexts'>): RunContexts | undefined => {
  try {
    return contextsSchema.safeParse(JSON.parse(readFileSync(contexts, 'utf8'))).data;
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
}

/** Contexts of one run, and the version of Assay that drew them. */
export interface VersionedContexts {
  readonly assay: string;
  readonly contexts: RunContexts;
}

/** Pairs of a kind of requirement and a value of a dimension that a run met, and all that it could meet. */
export interface CoveredPairs {
  readonly drawn: number;
  readonly possible: number;
}

/** Counts the pairs of a run; undefined without a readable record of its contexts. */
export const coveredPairs = (folder: Pick<RunFolder, 'contexts'>): CoveredPairs | undefined => {
  const contexts = readContexts(folder);
  if (!contexts) return undefined;
  const { pairs } = addContexts([{ assay: '', contexts }]);
  return { drawn: pairs.filter(({ count }) => count > 0).length, possible: pairs.length };
};

const keyOf = (kind: string, dimension: string, value: string): string =>
  JSON.stringify([kind, dimension, value]);

function* entriesOf<Inner>(
  table: Readonly<Record<string, Readonly<Record<string, Inner>>>>,
): Generator<readonly [kind: string, dimension: string, inner: Inner]> {
  for (const [kind, dimensions] of Object.entries(table))
    for (const [dimension, inner] of Object.entries(dimensions)) yield [kind, dimension, inner];
}

/** Pairs that these runs could draw: a value that was drawn is possible, whatever the list says. */
const possiblePairs = (runs: readonly VersionedContexts[]): Map<string, ContextPair> => {
  const pairs = new Map<string, ContextPair>();
  const add = (kind: string, dimension: string, all: readonly string[]): void => {
    for (const value of all)
      pairs.set(keyOf(kind, dimension, value), { kind, dimension, value, count: 0 });
  };
  for (const { contexts } of runs) {
    for (const entry of entriesOf(contexts.possible)) add(...entry);
    for (const [kind, dimension, drawn] of entriesOf(contexts.pairs))
      add(
        kind,
        dimension,
        Object.keys(drawn).filter((value) => (drawn[value] ?? 0) > 0),
      );
  }
  return pairs;
};

/**
 * Adds up the contexts of runs, the newest first. Possible are those of the newest run's version of Assay: what only an earlier
 * version drew is left out.
 */
export const addContexts = (runs: readonly VersionedContexts[]): ContextCoverage => {
  const pairs = possiblePairs(runs.filter(({ assay }) => assay === runs[0]?.assay));
  for (const { contexts } of runs)
    for (const [kind, dimension, drawn] of entriesOf(contexts.pairs))
      for (const [value, count] of Object.entries(drawn)) {
        const key = keyOf(kind, dimension, value);
        const before = pairs.get(key);
        if (before) pairs.set(key, { ...before, count: before.count + count });
      }
  const all = [...pairs.values()];
  const dimensions = [...Map.groupBy(all, ({ dimension }) => dimension)].map(
    ([dimension, own]) => ({
      dimension,
      covered: own.filter(({ count }) => count > 0).length,
      possible: own.length,
    }),
  );
  return { dimensions, pairs: all };
};
