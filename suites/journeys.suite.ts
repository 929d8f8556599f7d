import { test } from 'vitest';
import { subSeed } from '../generators/sample.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { attachWalk } from './evidence.ts';
import { journeyData } from './journey/data.ts';
import { isJourneyRequirement } from './journey/requirements.ts';
import { walk } from './journey/walk.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';

const { runs, seed } = run.plan;

const testOf = (line: Line, round: number): string => `journey/${line}/${round}`;
const seedOf = (line: Line, round: number): number => subSeed(seed, 'journey', line, round);

const walkRound = async (line: Line, round: number) => {
  const name = testOf(line, round);
  const own = seedOf(line, round);
  const first = await walk(line, name, 1, own);
  run.write(first.findings);
  // A fail takes two sightings and a disturbance may pass: both are settled by the same data on a fresh draft.
  const suspect = first.findings.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
  );
  const second = suspect ? await walk(line, name, 2, own) : undefined;
  if (second) run.write(second.findings);
  return second ? [first, second] : [first];
};

/** The lines on which anything is to be judged that a journey answers for. */
const lines = run.plan.lines.filter((line) =>
  run.cells.some(
    (cell) => operation(cell.operation).line === line && isJourneyRequirement(cell.requirement),
  ),
);

announce(
  lines.flatMap((line) =>
    Array.from({ length: runs }, (_, at) => ({
      name: testOf(line, at + 1),
      data: journeyData(line, seedOf(line, at + 1)),
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
