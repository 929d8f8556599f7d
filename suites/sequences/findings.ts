import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import { perform } from './perform.ts';
import { phrasesOf } from './phrases.ts';
import type { FailedSequence } from './shrink.ts';
import { othersDrafts } from './stage.ts';
import type { Run } from '../run.ts';

/** Where a sequence was found, and where it is found again. */
export interface Origin {
  readonly line: Line;
  readonly test: string;
  readonly seed: number;
  /** `CellVerdict.path`. */
  readonly path: string;
}

type Failed = FailedSequence['performance'];

const toldBy = (
  { failure }: Failed,
  origin: Origin,
  steps: readonly string[],
  attempt: 1 | 2,
  seed: number,
): readonly Finding[] =>
  failure.judgements.map((judgement) => ({
    ...judgement,
    // Two sightings of a refused legal value have to come from two bodies (V17), told apart by their tests.
    test: seed === origin.seed ? origin.test : `${origin.test}/again`,
    attempt,
    seed,
    path: origin.path,
    steps,
  }));

/** Whether another sighting has to be made with other data, so that it is the state and not the body that is refused. */
const needsOtherBody = ({ failure }: Failed): boolean =>
  failure.judgements.some(
    ({ requirement }) => requirementOf(requirement).proof === 'accepted-twin-two-bodies',
  );

/** The sightings of a small sequence: the one that it was found by, and what it shows on fresh drafts. */
export const findingsOf = async (
  run: Run,
  { commands, performance: first }: FailedSequence,
  origin: Origin,
): Promise<readonly Finding[]> => {
  const steps = phrasesOf(origin.line, commands, othersDrafts(run));
  const { test } = origin;
  const seed = needsOtherBody(first) ? subSeed(origin.seed, 'again') : origin.seed;
  const second = await perform(run, origin.line, commands, { test: `${test}/again`, seed });
  const told = toldBy(first, origin, steps, 1, origin.seed);
  const { failure } = second;
  // Another failure than the first is a sighting of its own.
  return failure ? [...told, ...toldBy({ ...second, failure }, origin, steps, 2, seed)] : told;
};
