import { subSeed } from '../../generators/sample.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Line } from '../../spec/line.ts';
import { OPERATIONS } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../announce.ts';
import type { SequenceCommand } from './command.ts';
import { isAllowed } from '../journey/walk.ts';
import type { Run } from '../run.ts';
import { writeCoverage } from './coverage.ts';
import { findingsOf, type Origin } from './findings.ts';
import { perform, type Performance } from './perform.ts';
import { reachablePairs } from './pair.ts';
import { drawnSequences, type SequenceSource } from './plan.ts';
import { type FailedSequence, shrink } from './shrink.ts';

/** What was found. */
export interface Exploration {
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

/** The sequences of a line as they are announced and played: none is drawn twice. */
const sequencesOf = (
  { memory }: Pick<Run, 'memory'>,
  source: SequenceSource,
): ((index: number) => readonly SequenceCommand[]) => {
  const sequences = memory.sequences.get(source.line) ?? drawnSequences(source);
  memory.sequences.set(source.line, sequences);
  return sequences;
};

/**
 * The sequences of a line that are played in any case, as they are announced: their commands, and the seed of their data.
 * Thorough runs add more where these leave a pair of state and command unmet.
 */
export const announcedSequences = (run: Run, line: Line): readonly AnnouncedProbe[] => {
  const source = sourceOf(run, line);
  const sequence = sequencesOf(run, source);
  return Array.from(
    { length: run.plan.thorough ? SEQUENCES.thorough : SEQUENCES.gate },
    (_, index) => {
      const { test, seed } = originOf(source, index, '');
      return { name: test, data: { seed, commands: sequence(index) } };
    },
  );
};

/** The exploration of a line, sequence by sequence. */
export interface Explorer {
  /** Plays so many more of the planned sequences, all that are left by default, and makes small what fails. */
  readonly goOn: (most?: number) => Promise<Exploration>;
  /** Writes what the sequences met. */
  readonly end: () => void;
}

/** Opens the exploration of a line; nothing is sent before it is gone on with. */
export const openExplorer = (run: Run, line: Line): Explorer => {
  const source = sourceOf(run, line);
  const { thorough } = run.plan;
  const sequence = sequencesOf(run, source);
  const most = thorough ? SEQUENCES.most : SEQUENCES.gate;
  const reachable = reachablePairs(line, source.steps);
  const known = new Set<string>();
  const met = new Set<string>();
  let [sequences, requests] = [0, 0];

  const isEnough = (): boolean =>
    known.size > MOST_FAILURES ||
    (thorough && sequences >= SEQUENCES.thorough && reachable.every((pair) => met.has(pair)));
  const playOne = async (index: number): Promise<Exploration> => {
    const commands = sequence(index);
    const { test, seed } = originOf(source, index, '');
    const played = await perform(run, line, commands, { test, seed, known });
    requests += played.exchanges.length;
    for (const pair of played.pairs) met.add(pair);
    if (!isFailed(played)) return { findings: [] };
    known.add(played.failure.signature);
    if (known.size > MOST_FAILURES) return { findings: [] };
    const small = await shrink(run, line, commands, played, { test, seed });
    const findings = await findingsOf(run, small, originOf(source, index, small.path));
    run.write(findings);
    return { findings };
  };

  return {
    goOn: async (wanted = most) => {
      const played: Exploration[] = [];
      while (played.length < wanted && sequences < most && !isEnough()) {
        sequences += 1;
        played.push(await playOne(sequences - 1));
      }
      return { findings: played.flatMap(({ findings }) => findings) };
    },
    end: () => writeCoverage(run, source, met, { sequences, requests }),
  };
};
