import type { Finding } from '../../oracles/finding.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import type { LineRun } from './sequence-state.ts';
import { pairsOf, SEQUENCES } from './drawn-sequences.ts';
import { findingsOf, originOf } from './findings.ts';
import { playSequence } from './play-sequence.ts';
import { reachablePairs } from './coverage-pairs.ts';
import { isFailed, shrink } from './shrink.ts';
import type { SequenceCoverage } from '../../oracles/sequence-coverage.ts';

/** Maximum number of different failures of a line to shrink; more add little at a high cost. */
const MAX_FAILURES = 5;

/**
 * Sequences of a line that are always played, as announced: their commands, and the seed of their data. Thorough runs add more
 * if these leave a pair of state and command uncovered.
 */
export const announcedSequences = (run: LineRun): readonly AnnouncedProbe[] => {
  const length = run.plan.thorough ? SEQUENCES.thorough : SEQUENCES.gate;
  return Array.from({ length }, (_, index) => {
    const { test, seed } = originOf(run, index, '');
    return { name: test, data: { seed, commands: run.sequence(index) } };
  });
};

/** Exploration of a line, sequence by sequence. */
export type Explorer = ReturnType<typeof openExplorer>;

/** Opens the exploration of a line; sends nothing before `goOn`. */
export const openExplorer = (run: LineRun) => {
  const { source } = run;
  const { thorough } = run.plan;
  const most = thorough ? SEQUENCES.most : SEQUENCES.gate;
  // A certify goes on until all are met; only there is it worth the search.
  const reachable = thorough ? pairsOf(source) : reachablePairs(source.line, source.steps);
  const known = new Set<string>();
  const met = new Set<string>();
  let [sequences, requests] = [0, 0];

  const isEnough = (): boolean =>
    known.size > MAX_FAILURES ||
    (thorough && sequences >= SEQUENCES.thorough && reachable.every((pair) => met.has(pair)));
  const playOne = async (index: number): Promise<readonly Finding[]> => {
    const commands = run.sequence(index);
    const { test, seed } = originOf(run, index, '');
    const played = await playSequence(run, commands, { test, seed, known });
    requests += played.exchanges.length;
    for (const pair of played.pairs) met.add(pair);
    if (!isFailed(played)) return [];
    known.add(played.failure.signature);
    if (known.size > MAX_FAILURES) return [];
    const small = await shrink(run, commands, played, { test, seed });
    const findings = await findingsOf(run, small, originOf(run, index, small.path));
    run.write(findings);
    return findings;
  };

  return {
    /** Plays this many more of the planned sequences, by default all remaining ones, and shrinks those that fail. */
    goOn: async (wanted: number = most): Promise<readonly Finding[]> => {
      const found: Finding[] = [];
      for (let played = 0; played < wanted && sequences < most && !isEnough(); played += 1) {
        sequences += 1;
        found.push(...(await playOne(sequences - 1)));
      }
      return found;
    },
    /** Writes the coverage of the sequences to the run's folder. */
    end: (): void => {
      const missing = reachable.filter((pair) => !met.has(pair));
      const coverage: SequenceCoverage = {
        line: source.line,
        sequences,
        requests,
        met: reachable.length - missing.length,
        reachable: reachable.length,
        missing,
      };
      run.append('sequences', `${JSON.stringify(coverage)}\n`);
    },
  };
};
