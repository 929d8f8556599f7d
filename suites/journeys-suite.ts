import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { LEGAL_CALL } from '../spec/requirements/paths.ts';
import { CALL_DIMENSIONS, PLAIN, type ProbeContext } from './contexts/context.ts';
import { drawContext } from './contexts/draw-context.ts';
import { repeatInContext } from './contexts/repeat-in-context.ts';
import { journeyData, type JourneyDrafts, planDrafts, writePairCoverage } from './journey/data.ts';
import { isUniversal } from '../spec/catalogue.ts';
import type { JourneyData } from './journey/state.ts';
import { withRepeat } from './engine/sightings.ts';
import { walk } from './journey/walk.ts';
import { areDataRefused, withOtherData } from './engine/preparation.ts';
import type { Run } from './engine/run.ts';
import type { Suite, TestResult } from './engine/suite.ts';

/** Rounds of a line; only certify chooses `drafts`, since a gate sends too few. */
interface Rounds {
  readonly line: Line;
  readonly drafts: JourneyDrafts | undefined;
  /** Rounds that have not ended. */
  left: number;
}

const testOf = (line: Line, round: number): string => `journey/${line}/${round}`;
const seedOf = ({ plan: { seed } }: Run, line: Line, round: number): number =>
  subSeed(seed, 'journey', line, round);

/** Lines with any cell that a journey covers. */
const linesOf = (run: Run): readonly Line[] =>
  run.plan.lines.filter((line) =>
    run.cells.some(
      (cell) => operation(cell.operation).line === line && isUniversal(cell.requirement),
    ),
  );

const dataOf = (run: Run, { line, drafts }: Rounds, round: number): JourneyData =>
  journeyData(run, line, seedOf(run, line, round), PLAIN, drafts?.drafts[round - 1]);

/** Reports the pair coverage of a line's drafts once the last of them was sent. */
const noteSent = (run: Run, rounds: Rounds): void => {
  rounds.left -= 1;
  if (rounds.drafts && rounds.left === 0) writePairCoverage(run, rounds.line, rounds.drafts);
};

/**
 * Walks with some data in a context. If anything is doubtful, repeats with the same data on a fresh draft: in the plain
 * context, and in its own if a failure occurs only there.
 */
const walkAgain = async (
  run: Run,
  line: Line,
  data: JourneyData,
  origin: Pick<Finding, 'test' | 'seed'> & { readonly round: number },
  drawn: ProbeContext,
): Promise<readonly Finding[]> => {
  let attempt = 0;
  const walkOnce = async (context: ProbeContext): Promise<readonly Finding[]> => {
    attempt += 1;
    return walk(run, line, data, { ...origin, attempt }, context);
  };
  // Written immediately, so that a killed run keeps them.
  const written = (findings: readonly Finding[]): readonly Finding[] => {
    run.write(findings);
    return findings;
  };
  run.memory.contexts.note(LEGAL_CALL.accepted, drawn, CALL_DIMENSIONS);
  const first = written(await walkOnce(drawn));
  const found = await withRepeat(first, async (same) =>
    written(await walkOnce(same === 'same' ? drawn : PLAIN)),
  );
  const later = found.slice(first.length);
  return [...found, ...written(await repeatInContext(run, drawn, first, later, walkOnce))];
};

/**
 * Walks a round; if its data are refused, also with other data, so that the later steps are judged. A run that stops at its
 * first failure has found it by then.
 */
const conductRound = async (run: Run, rounds: Rounds, round: number): Promise<TestResult> => {
  const { line } = rounds;
  const own = seedOf(run, line, round);
  const findings: Finding[] = [];
  await withOtherData(
    async (other) => {
      const seed = other === '' ? own : subSeed(own, other);
      const data = other === '' ? dataOf(run, rounds, round) : journeyData(run, line, seed);
      const test = `${testOf(line, round)}${other}`;
      const context = drawContext(run.plan.seed, `journey/${line}`, round - 1, CALL_DIMENSIONS);
      const found = await walkAgain(run, line, data, { test, seed, round }, context);
      findings.push(...found);
      return found;
    },
    (found) => !run.plan.failFast && areDataRefused(found),
  );
  noteSent(run, rounds);
  return { findings };
};

/** Walks each line from draft to contract, with one draft per round. */
export const journeysSuite = (run: Run): Suite => {
  const { runs, thorough } = run.plan;
  const numbers = Array.from({ length: runs }, (_, at) => at + 1);
  const lines = linesOf(run).map((line): Rounds => {
    return { line, drafts: thorough ? planDrafts(run, line) : undefined, left: runs };
  });
  return {
    probes: () =>
      lines.flatMap((rounds) =>
        numbers.map((round) => ({
          name: testOf(rounds.line, round),
          data: dataOf(run, rounds, round),
        })),
      ),
    tests: lines.flatMap((rounds) =>
      numbers.map((round) => ({
        title: `${LINE_TITLES[rounds.line]}: from draft to contract, draft ${round}`,
        line: rounds.line,
        probes: [`journey/${rounds.line}`],
        conduct: () => conductRound(run, rounds, round),
      })),
    ),
  };
};
