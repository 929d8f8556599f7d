import { test } from 'vitest';
import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { attachWalk } from './evidence.ts';
import { journeyData } from './journey/data.ts';
import { planDrafts, writePairCoverage } from './journey/drafts.ts';
import { isJourneyRequirement } from './journey/requirements.ts';
import type { JourneyData } from './journey/state.ts';
import { type Walk, walk } from './journey/walk.ts';
import { areDataRefused, withOtherData } from './other-data.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';

const { runs, seed, thorough, failFast } = run.plan;

const testOf = (line: Line, round: number): string => `journey/${line}/${round}`;
const seedOf = (line: Line, round: number): number => subSeed(seed, 'journey', line, round);

/** The lines on which anything is to be judged that a journey answers for. */
const lines = run.plan.lines.filter((line) =>
  run.cells.some(
    (cell) => operation(cell.operation).line === line && isJourneyRequirement(cell.requirement),
  ),
);

/** A gate sends too few drafts for a choice among them. */
const chosen = new Map(thorough ? lines.map((line) => [line, planDrafts(line)]) : []);

const dataOf = (line: Line, round: number): JourneyData =>
  journeyData(line, seedOf(line, round), chosen.get(line)?.drafts[round - 1]);

const left = new Map(lines.map((line) => [line, runs]));

/** Says what the drafts of a line covered once the last of them was sent. */
const noteSent = (line: Line): void => {
  const rest = (left.get(line) ?? 0) - 1;
  left.set(line, rest);
  const drafts = chosen.get(line);
  if (drafts && rest === 0) writePairCoverage(line, drafts);
};

const walkTwice = async (
  line: Line,
  data: JourneyData,
  origin: Pick<Finding, 'test' | 'seed'>,
): Promise<readonly [Walk, ...Walk[]]> => {
  const first = await walk(line, data, { ...origin, attempt: 1 });
  run.write(first.findings);
  // A fail takes two sightings and a disturbance may pass: both are settled by the same data on a fresh draft.
  const suspect = first.findings.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
  );
  if (!suspect) return [first];
  const second = await walk(line, data, { ...origin, attempt: 2 });
  run.write(second.findings);
  return [first, second];
};

/** Walks a round; where its data are refused also with other data, so that the rest of the way is judged. */
const walkRound = async (line: Line, round: number): Promise<readonly Walk[]> => {
  const own = seedOf(line, round);
  const walks: Walk[] = [];
  await withOtherData(
    async (other) => {
      const seed = other === '' ? own : subSeed(own, other);
      const data = other === '' ? dataOf(line, round) : journeyData(line, seed);
      walks.push(
        ...(await walkTwice(line, data, { test: `${testOf(line, round)}${other}`, seed })),
      );
    },
    // A run that is to stop at its first fail has seen it by then.
    () => !failFast && areDataRefused(walks.at(-1)?.findings ?? []),
  );
  noteSent(line);
  return walks;
};

announce(
  lines.flatMap((line) =>
    Array.from({ length: runs }, (_, at) => ({
      name: testOf(line, at + 1),
      data: dataOf(line, at + 1),
    })),
  ),
);
const ordered = byUrgency(
  lines,
  (line) => ({ line, probes: [`journey/${line}`] }),
  run.plan.lastFailures,
);

for (const line of ordered) {
  for (let round = 1; round <= runs; round += 1) {
    const meta = { epic: LINE_TITLES[line], feature: 'Journeys', story: 'from draft to contract' };
    test.concurrent(
      `${LINE_TITLES[line]}: from draft to contract, draft ${round}`,
      { meta },
      async (context) =>
        conductTest(context, async () => {
          const walks = await walkRound(line, round);
          await attachWalk(walks, round === 1);
          conclude(
            context,
            walks.flatMap((each) => each.findings),
          );
        }),
    );
  }
}

if (lines.length === 0) reportNothingSelected();
