import { BODIES } from '../spec/bodies.ts';
import type { Line } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import type { DraftOf } from './draft.ts';
import { completeDraft, draft } from './draft.ts';
import type { Extent } from './record.ts';
import { sample, subSeed } from './sample.ts';
import type { ClassSchema } from './value-classes.ts';
import { classesOf } from './value-classes.ts';

/** A draft that was chosen for the pairs of value classes that no draft before it had. */
export interface PairPick<L extends Line> {
  readonly draft: DraftOf<L>;
  /** How many pairs it adds. */
  readonly newPairs: number;
}

/** Which drafts to choose from, and how many at most. */
export interface PairChoice {
  readonly seed: number;
  /** Drafts at most. */
  readonly limit: number;
  /** Default: any. */
  readonly extent?: Extent;
}

const CANDIDATES = 20;
/** Rounds without a new pair after which the rest is taken to be impossible. */
const PATIENCE = 3;
/** More classes than any schema has, so that two numbers make one. */
const MANY = 4096;

/** Numbers for the pairs of classes of a draft, the same number for the same pair. */
const pairNumbering = (schema: ClassSchema): ((body: object) => number[]) => {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  return (body) => {
    const classes = [...new Set(classesOf(schema, body))].map(numberOf).toSorted((a, b) => a - b);
    return classes.flatMap((first, index) =>
      classes.slice(index + 1).map((second) => first * MANY + second),
    );
  };
};

/**
 * Legal drafts that together have many pairs of value classes: of every 20 drawn the one with most pairs that no draft
 * before it had, until nothing new comes or the limit is reached. The same seed gives the same drafts.
 */
export function pairCovering<L extends Line>(
  line: L,
  context: GeneratorContext,
  { seed, limit, extent = 'any' }: PairChoice,
): PairPick<L>[] {
  const arbitrary = (extent === 'complete' ? completeDraft : draft)(line, context);
  const pairsOf = pairNumbering(BODIES[`${line}-draft`]);
  const seen = new Set<number>();
  const picks: PairPick<L>[] = [];
  let idle = 0;
  for (let round = 0; picks.length < limit && idle < PATIENCE; round += 1) {
    const { draft: chosen, fresh } = Array.from({ length: CANDIDATES }, (_, index) => {
      const drawn = sample(arbitrary, subSeed(seed, line, round, index));
      return { draft: drawn, fresh: pairsOf(drawn).filter((pair) => !seen.has(pair)) };
    }).reduce((best, each) => (each.fresh.length > best.fresh.length ? each : best));
    idle = fresh.length === 0 ? idle + 1 : 0;
    if (fresh.length > 0) picks.push({ draft: chosen, newPairs: fresh.length });
    for (const pair of fresh) seen.add(pair);
  }
  return picks;
}
