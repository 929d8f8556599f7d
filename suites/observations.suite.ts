import { test, type TestContext } from 'vitest';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import { announce } from './announce.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { asks, note } from './observations/note.ts';
import { playScenes } from './observations/play.ts';
import { announcedQuestion, ask, questionsOf } from './observations/questions.ts';
import { announcedOddRequests, judgeSurvival, sendOddRequests } from './observations/robustness.ts';
import { conclude } from './conclude.ts';
import { run } from './run.ts';

const FEATURE = 'Open points';

const nothingDecided = (context: TestContext): never =>
  context.skip('inconclusive: nothing was decided');

const askAll = async (context: TestContext, line: Line): Promise<void> => {
  const points = await Promise.all(
    questionsOf(line).map(async (asked) => {
      const point = await ask(asked);
      note([point]);
      return point;
    }),
  );
  if (run.plan.thorough) note(await playScenes(line));
  if (points.every(({ undecided }) => undecided)) nothingDecided(context);
};

const lines = asks ? run.plan.lines : [];

announce(lines.flatMap((line) => questionsOf(line).map(announcedQuestion)));
if (asks) announce(announcedOddRequests());

for (const line of lines) {
  const meta = { epic: LINE_TITLES[line], feature: FEATURE };
  test.concurrent(
    `${LINE_TITLES[line]}: how this service decides what the specification leaves open`,
    { meta },
    async (context) => conductTest(context, async () => askAll(context, line)),
  );
}

// After all else, one by one: what a service does not survive must not be held against another test.
for (const epic of asks ? ['Robustness'] : []) {
  test(
    `${epic}: odd requests, and plain ones after them`,
    { meta: { epic, feature: FEATURE } },
    async (context) =>
      conductTest(context, async () => {
        note(await sendOddRequests());
        const findings = await judgeSurvival();
        run.write(findings);
        conclude(context, findings);
      }),
  );
}

if (lines.length === 0) reportNothingSelected();
