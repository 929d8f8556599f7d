import { appendFileSync } from 'node:fs';
import type { DraftOf } from '../../generators/draft.ts';
import { pairCovering } from '../../generators/pairs.ts';
import { subSeed } from '../../generators/sample.ts';
import type { PairCoverage } from '../../oracles/pair-coverage.ts';
import type { Line } from '../../spec/line.ts';
import type { Run } from '../run.ts';

/** The drafts of a line's journeys, planned before anything is sent. */
export interface JourneyDrafts {
  /** By round, from 0; rounds beyond them draw their own. */
  readonly drafts: readonly DraftOf<Line>[];
  /** Pairs of value classes that they have, and that legal complete drafts were found to have at all. */
  readonly covered: number;
  readonly possible: number;
}

/** More drafts than any line needs until no new pair comes. */
const ENOUGH = 200;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/**
 * Complete drafts that together have as many pairs of value classes as so many can, each the best of 20 drawn. A line's
 * drafts follow from the run's seed alone, and those of a longer run begin with those of a shorter one.
 */
export const planDrafts = (run: Run, line: Line): JourneyDrafts => {
  const { seed, runs } = run.plan;
  const limit = Math.max(ENOUGH, runs);
  const own = subSeed(seed, 'journey-drafts', line);
  const picks = pairCovering(line, run.generators, { seed: own, limit, extent: 'complete' });
  const news = picks.map(({ newPairs }) => newPairs);
  return {
    drafts: picks.slice(0, runs).map(({ draft }) => draft),
    covered: sum(news.slice(0, runs)),
    possible: sum(news),
  };
};

/** Writes to the run's folder what the drafts of a line have covered, once all of them were sent. */
export const writePairCoverage = (
  run: Run,
  line: Line,
  { covered, possible }: JourneyDrafts,
): void => {
  const coverage: PairCoverage = { line, drafts: run.plan.runs, covered, possible };
  appendFileSync(run.plan.files.pairs, `${JSON.stringify(coverage)}\n`);
};
