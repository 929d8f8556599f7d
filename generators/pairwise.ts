import { BODIES } from '../spec/bodies.ts';
import type { Line } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import { type DraftOf, completeDraft, draft } from './draft.ts';
import type { Extent } from './record.ts';
import { sample, subSeed } from './sample.ts';

/** The part of JSON Schema that value classes need; every schema of spec/ fits. */
export interface ClassSchema {
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly items?: ClassSchema;
  readonly properties?: Readonly<Record<string, ClassSchema>>;
  readonly required?: readonly string[];
}

/** Calls `see` with the number of every class that a value belongs to, possibly more than once. */
type Reader = (value: unknown, see: (number: number) => void) => void;

const readerOf = (schema: ClassSchema, next: () => number): Reader => {
  if (schema.type === 'boolean' || schema.enum !== undefined) {
    const numbers = new Map<unknown, number>();
    return (value, see) => {
      const number = numbers.get(value) ?? next();
      numbers.set(value, number);
      see(number);
    };
  }
  if (schema.items !== undefined) {
    const item = readerOf(schema.items, next);
    const [empty, single, several] = [next(), next(), next()];
    return (value, see) => {
      if (!Array.isArray(value)) return;
      see(value.length === 0 ? empty : value.length > 1 ? several : single);
      for (const each of value) item(each, see);
    };
  }
  const properties = Object.entries(schema.properties ?? {}).map(
    ([key, property]) =>
      ({ key, absent: next(), present: next(), child: readerOf(property, next) }) as const,
  );
  return (value, see) => {
    for (const { key, absent, present, child } of properties) {
      const part = (value as Readonly<Record<string, unknown>>)[key];
      see(part === undefined ? absent : present);
      if (part !== undefined) child(part, see);
    }
  };
};

/**
 * Builds a function that lists the classes of a valid value, as ascending numbers below `most`: each listed value, true
 * and false, a key that is absent or present, a list that is empty, of one item or of several. Items of a list share
 * their classes. Both functions throw RangeError if there are more classes.
 */
export const classNumbers = (
  schema: ClassSchema,
  most: number,
): ((value: unknown) => readonly number[]) => {
  let count = 0;
  const read = readerOf(schema, () => {
    if (count === most) throw new RangeError(`a schema has more than ${most} value classes`);
    count += 1;
    return count - 1;
  });
  return (value) => {
    const found = new Set<number>();
    read(value, (number) => found.add(number));
    return [...found].toSorted((a, b) => a - b);
  };
};

/** A draft that was chosen for the pairs of value classes that no earlier draft had. */
export interface PairwiseDraft<L extends Line> {
  readonly draft: DraftOf<L>;
  /** Number of new pairs. */
  readonly newPairs: number;
}

/** Drafts to choose from, and their maximum number. */
export interface PairwiseOptions {
  readonly seed: number;
  /** Maximum number of drafts. */
  readonly limit: number;
  /** Default: any. */
  readonly extent?: Extent;
}

const CANDIDATES = 20;
/** Rounds without a new pair after which the remaining pairs are taken to be impossible. */
const IDLE_ROUNDS = 3;
/** Upper bound for the classes of any schema. */
const MAX_CLASSES = 4096;

/** Tracks which pairs of value classes the drafts of a schema have covered. */
const createPairs = (schema: ClassSchema) => {
  // One cell for each pair of numbers, the smaller numbers first: only the cells of pairs that a schema has are
  // touched.
  const seen = new Uint8Array((MAX_CLASSES * (MAX_CLASSES - 1)) / 2);
  const visit = (classes: readonly number[], see: (pair: number) => void): void => {
    for (const [index, larger] of classes.entries())
      for (let at = 0; at < index; at += 1) see((larger * (larger - 1)) / 2 + (classes[at] ?? 0));
  };
  return {
    /** The class numbers of a draft, ascending. */
    classes: classNumbers(schema, MAX_CLASSES),
    /** Number of pairs of these classes that no earlier draft had. */
    fresh: (classes: readonly number[]): number => {
      let count = 0;
      visit(classes, (pair) => {
        if (seen[pair] === 0) count += 1;
      });
      return count;
    },
    add: (classes: readonly number[]): void =>
      visit(classes, (pair) => {
        seen[pair] = 1;
      }),
  };
};

/**
 * Pairwise coverage: of every 20 drawn legal drafts the one with most new pairs of value classes, until no new pair is
 * found or the limit is reached. The same seed gives the same drafts.
 */
export function pairwiseDrafts<L extends Line>(
  line: L,
  context: GeneratorContext,
  { seed, limit, extent = 'any' }: PairwiseOptions,
): PairwiseDraft<L>[] {
  const arbitrary = (extent === 'complete' ? completeDraft : draft)(line, context);
  const pairs = createPairs(BODIES[`${line}-draft`]);
  const picks: PairwiseDraft<L>[] = [];
  let idle = 0;
  for (let round = 0; picks.length < limit && idle < IDLE_ROUNDS; round += 1) {
    const best = Array.from({ length: CANDIDATES }, (_, index) => {
      const drawn = sample(arbitrary, subSeed(seed, line, round, index));
      const classes = pairs.classes(drawn);
      return { draft: drawn, classes, newPairs: pairs.fresh(classes) };
    }).reduce((first, each) => (each.newPairs > first.newPairs ? each : first));
    const { draft: chosen, classes, newPairs } = best;
    idle = newPairs === 0 ? idle + 1 : 0;
    if (newPairs > 0) picks.push({ draft: chosen, newPairs });
    pairs.add(classes);
  }
  return picks;
}
