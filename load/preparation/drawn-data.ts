import type { ResolvedTarget } from '../../client/target.ts';
import { completeDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import { contextOf } from '../../generators/context.ts';

/** Drafts of a line that stand for all. */
const DRAWN = 20;
/** Dates in a draft move with the day; how they are drawn does not. */
const ANY_DAY = '2026-03-01';

/** The first drafts that a seed draws for each line, on one and the same day: equal texts mean equal data. */
export const drawnData = (target: ResolvedTarget, lines: readonly Line[], seed: number): string =>
  JSON.stringify(
    lines.map((line) =>
      Array.from({ length: DRAWN }, (_, index) =>
        sample(completeDraft(line, contextOf(target, ANY_DAY)), subSeed(seed, 'load', line, index)),
      ),
    ),
  );
