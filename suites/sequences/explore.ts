import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../announce.ts';
import { isAllowed } from '../journey/walk.ts';
import type { Run } from '../run.ts';
import { writeCoverage } from './coverage.ts';
import { findingsOf, type Origin } from './findings.ts';
import { perform, type Performance } from './perform.ts';
import { reachablePairs } from './pair.ts';
import { planSequences, type SequenceSource } from './plan.ts';
import { type FailedSequence, shrink } from './shrink.ts';

/** What was found, and the exchanges of what failed. */
export interface Exploration {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
}

/** Sequences of a line; thorough runs go on after `thorough` of them until every pair of state and command was met. */
export const SEQUENCES = { gate: 3, thorough: 24, most: 90 } as const;

/** Different failures of a line that are made small; more of them say little and cost much. */
const MOST_FAILURES = 5;

/** What the sequences of a line are planned from. */
export const sourceOf = (run: Run, line: Line): SequenceSource => ({
  line,
  steps: OPERATIONS.filter((row) => row.line === line && isAllowed(run, row.id)).map(
    ({ step }) => step,
  ),
  seed: subSeed(run.plan.seed, 'sequence', line),
});

/** Where one of the sequences comes from; `path` leads from there to a smaller one. */
export const originOf = ({ line, seed }: SequenceSource, index: number, path: string): Origin => ({
  line,
  test: `sequence/${line}/${index}`,
  seed: subSeed(seed, 'data'),
  path: `${line}/${index}/${path}`,
});

type Failed = FailedSequence['performance'];
/** Whether a performance failed. */
export const isFailed = (performance: Performance): performance is Failed =>
  performance.failure !== undefined;

/**
 * The sequences of a line that are played in any case, as they are announced: their commands, and the seed of their data.
 * Thorough runs add more where these leave a pair of state and command unmet.
 */
export const announcedSequences = (run: Run, line: Line): readonly AnnouncedProbe[] => {
  const source = sourceOf(run, line);
  const plan = planSequences(source, run.plan.thorough ? SEQUENCES.thorough : SEQUENCES.gate);
  return plan.map((commands, index) => {
    const { test, seed } = originOf(source, index, '');
    return { name: test, data: { seed, commands } };
  });
};

/** Plays the planned sequences of a line, and makes small what fails. */
export const exploreLine = async (run: Run, line: Line): Promise<Exploration> => {
  const source = sourceOf(run, line);
  const { thorough } = run.plan;
  const plan = planSequences(source, thorough ? SEQUENCES.most : SEQUENCES.gate);
  const reachable = reachablePairs(line, source.steps);
  const known = new Set<string>();
  const met = new Set<string>();
  const findings: Finding[] = [];
  const exchanges: Exchange[] = [];
  let requests = 0;
  let sequences = 0;
  for (const [index, commands] of plan.entries()) {
    if (thorough && index >= SEQUENCES.thorough && reachable.every((pair) => met.has(pair))) break;
    sequences += 1;
    const { test, seed } = originOf(source, index, '');
    const played = await perform(run, line, commands, { test, seed, known });
    requests += played.exchanges.length;
    for (const pair of played.pairs) met.add(pair);
    if (!isFailed(played)) continue;
    known.add(played.failure.signature);
    if (known.size > MOST_FAILURES) break;
    const small = await shrink(run, line, commands, played, { test, seed });
    const found = await findingsOf(run, small, originOf(source, index, small.path));
    run.write(found);
    findings.push(...found);
    exchanges.push(...small.performance.exchanges);
  }
  writeCoverage(run, source, met, { sequences, requests });
  return { exchanges, findings };
};
