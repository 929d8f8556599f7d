import { type Line, LINE_TITLES } from '../spec/line.ts';
import { makesObservations, recordOpenPoints } from './observations/observed-outcome.ts';
import { runScenarios } from './observations/draft-scenarios.ts';
import { announcedQuestion, askQuestion, questionsOf } from './observations/questions.ts';
import {
  announcedOddRequests,
  collectSurvival,
  sendOddRequests,
} from './observations/robustness.ts';
import type { Run } from './engine/run.ts';
import type { Suite, SuiteTest, TestResult } from './engine/suite.ts';

const askAll = async (run: Run, line: Line): Promise<TestResult> => {
  const points = await Promise.all(
    questionsOf(run, line).map(async (asked) => {
      const point = await askQuestion(run, asked);
      recordOpenPoints(run, [point]);
      return point;
    }),
  );
  if (run.plan.thorough) recordOpenPoints(run, await runScenarios(run, line));
  return points.every(({ undecided }) => undecided) ? { open: 'nothing was decided' } : {};
};

/** A crash of the service must not affect the verdicts of other tests. */
const robustness = (run: Run): SuiteTest => ({
  isLast: true,
  title: 'Robustness: odd requests, and plain ones after them',
  conduct: async () => {
    recordOpenPoints(run, await sendOddRequests(run));
    const findings = await collectSurvival(run);
    run.write(findings);
    return { findings };
  },
});

/** Observes behaviour that the specification leaves open, and reactions to odd requests. */
export const observationsSuite = (run: Run): Suite => {
  if (!makesObservations(run)) return { probes: () => [], tests: [] };
  const { lines } = run.plan;
  return {
    probes: () => [
      ...lines.flatMap((line) =>
        questionsOf(run, line).map((asked) => announcedQuestion(run, asked)),
      ),
      ...announcedOddRequests(run),
    ],
    tests: [
      ...lines.map((line) => ({
        title: `${LINE_TITLES[line]}: how this service decides what the specification leaves open`,
        line,
        conduct: () => askAll(run, line),
      })),
      robustness(run),
    ],
  };
};
