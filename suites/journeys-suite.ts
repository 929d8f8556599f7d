import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { journeyData } from './journey/data.ts';
import { type JourneyDrafts, planDrafts, writePairCoverage } from './journey/drafts.ts';
import { isJourneyRequirement } from './journey/requirements.ts';
import type { JourneyData } from './journey/state.ts';
import { type Walk, walk } from './journey/walk.ts';
import { areDataRefused, withOtherData } from './other-data.ts';
import type { Run } from './run.ts';
import type { Suite, TestResult } from './suite.ts';
import { byUrgency } from './urgency.ts';

/** The rounds of a line; `drafts` are chosen in certify alone, since a gate sends too few for a choice. */
interface Rounds {
  readonly line: Line;
  readonly drafts: JourneyDrafts | undefined;
  /** Rounds that have not ended. */
  left: number;
}

const testOf = (line: Line, round: number): string => `journey/${line}/${round}`;
const seedOf = ({ plan: { seed } }: Run, line: Line, round: number): number =>
  subSeed(seed, 'journey', line, round);

/** The lines on which anything is to be judged that a journey answers for. */
const linesOf = (run: Run): readonly Line[] =>
  run.plan.lines.filter((line) =>
    run.cells.some(
      (cell) => operation(cell.operation).line === line && isJourneyRequirement(cell.requirement),
    ),
  );

const dataOf = (run: Run, { line, drafts }: Rounds, round: number): JourneyData =>
  journeyData(run, line, seedOf(run, line, round), drafts?.drafts[round - 1]);

/** Says what the drafts of a line covered once the last of them was sent. */
const noteSent = (run: Run, rounds: Rounds): void => {
  rounds.left -= 1;
  if (rounds.drafts && rounds.left === 0) writePairCoverage(run, rounds.line, rounds.drafts);
};

const walkTwice = async (
  run: Run,
  line: Line,
  data: JourneyData,
  origin: Pick<Finding, 'test' | 'seed'>,
): Promise<readonly [Walk, ...Walk[]]> => {
  const first = await walk(run, line, data, { ...origin, attempt: 1 });
  run.write(first.findings);
  // A fail takes two sightings and a disturbance may pass: both are settled by the same data on a fresh draft.
  const suspect = first.findings.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
  );
  if (!suspect) return [first];
  const second = await walk(run, line, data, { ...origin, attempt: 2 });
  run.write(second.findings);
  return [first, second];
};

/** Walks a round; where its data are refused also with other data, so that the rest of the way is judged. */
const walkRound = async (run: Run, rounds: Rounds, round: number): Promise<readonly Walk[]> => {
  const { line } = rounds;
  const own = seedOf(run, line, round);
  const walks: Walk[] = [];
  await withOtherData(
    async (other) => {
      const seed = other === '' ? own : subSeed(own, other);
      const data = other === '' ? dataOf(run, rounds, round) : journeyData(run, line, seed);
      walks.push(
        ...(await walkTwice(run, line, data, { test: `${testOf(line, round)}${other}`, seed })),
      );
    },
    // A run that is to stop at its first fail has seen it by then.
    () => !run.plan.failFast && areDataRefused(walks.at(-1)?.findings ?? []),
  );
  noteSent(run, rounds);
  return walks;
};

const conductRound = async (run: Run, rounds: Rounds, round: number): Promise<TestResult> => {
  const walks = await walkRound(run, rounds, round);
  return { findings: walks.flatMap(({ findings }) => findings) };
};

/** Each line from draft to contract, with as many drafts as the run has rounds. */
export const journeysSuite = (run: Run): Suite => {
  const { runs, thorough, lastFailures } = run.plan;
  const numbers = Array.from({ length: runs }, (_, at) => at + 1);
  const lines = linesOf(run).map((line): Rounds => {
    return { line, drafts: thorough ? planDrafts(run, line) : undefined, left: runs };
  });
  const ordered = byUrgency(
    lines,
    ({ line }) => ({ line, probes: [`journey/${line}`] }),
    lastFailures,
  );
  return {
    probes: () =>
      lines.flatMap((rounds) =>
        numbers.map((round) => ({
          name: testOf(rounds.line, round),
          data: dataOf(run, rounds, round),
        })),
      ),
    tests: ordered.flatMap((rounds) =>
      numbers.map((round) => ({
        title: `${LINE_TITLES[rounds.line]}: from draft to contract, draft ${round}`,
        line: rounds.line,
        conduct: () => conductRound(run, rounds, round),
      })),
    ),
  };
};
