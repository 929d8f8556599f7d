import { test } from 'vitest';
import { LINE_TITLES, type Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { attachWalk } from './evidence.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';
import { announcedSequences, exploreLine } from './sequences/explore.ts';
import { leadsTo, replaySequence } from './sequences/replay-sequence.ts';
import { isSequenceRequirement } from './sequences/requirements.ts';

const { path } = run.plan;

const isSelected = (line: Line): boolean =>
  (path === undefined || leadsTo(path, line)) &&
  run.cells.some(
    ({ operation: on, requirement }) =>
      operation(on).line === line && isSequenceRequirement(requirement),
  );

const lines = run.plan.lines.filter(isSelected);

announce(
  path === undefined
    ? lines.flatMap(announcedSequences)
    : lines.map(() => ({ name: `sequence/${path}`, data: run.plan.seed })),
);
const ordered = byUrgency(
  lines,
  (line) => ({ line, probes: [`sequence/${line}`] }),
  run.plan.lastFailures,
);

for (const line of ordered) {
  const meta = { epic: LINE_TITLES[line], feature: 'Sequences', story: 'any order, any number' };
  test.concurrent(
    `${LINE_TITLES[line]}: whatever the order of the calls, what was made stays and can be used`,
    { meta },
    async (context) =>
      conductTest(context, async () => {
        const exploration = await (path === undefined
          ? exploreLine(line)
          : replaySequence(line, path));
        await attachWalk([exploration], false);
        // That nothing was found needs no cell of its own: each is judged by another suite as well.
        if (exploration.findings.length > 0) conclude(context, exploration.findings);
      }),
  );
}

if (lines.length === 0) reportNothingSelected();
