import { LINE_TITLES, type Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Run } from './run.ts';
import {
  announcedSequences,
  type Exploration,
  type Explorer,
  openExplorer,
} from './sequences/explore.ts';
import { leadsTo, replaySequence } from './sequences/replay-sequence.ts';
import { isSequenceRequirement } from './sequences/requirements.ts';
import type { Suite, SuiteTest, TestResult } from './suite.ts';
import { byUrgency } from './urgency.ts';

const isSelected = ({ plan: { path }, cells }: Run, line: Line): boolean =>
  (path === undefined || leadsTo(path, line)) &&
  cells.some(
    ({ operation: on, requirement }) =>
      operation(on).line === line && isSequenceRequirement(requirement),
  );

/** That nothing was found needs no cell of its own: each is judged by another suite as well. */
const resultOf = ({ findings }: Exploration): TestResult =>
  findings.length > 0 ? { findings } : {};

const testOf = (line: Line, part: string, explore: () => Promise<Exploration>): SuiteTest => ({
  title: `${LINE_TITLES[line]}: whatever the order of the calls, what was made stays and can be used${part}`,
  line,
  isInTurn: true,
  conduct: async () => resultOf(await explore()),
});

/** Tests of a line, one after the other: so other suites can have the line to themselves in between. */
const PARTS = 3;

const testsOf = (run: Run, line: Line): readonly SuiteTest[] => {
  const { path } = run.plan;
  if (path !== undefined) return [testOf(line, '', () => replaySequence(run, line, path))];
  let opened: Explorer | undefined;
  return Array.from({ length: PARTS }, (_, at) =>
    testOf(line, ` (${at + 1} of ${PARTS})`, async () => {
      const explorer = (opened ??= openExplorer(run, line));
      if (at + 1 < PARTS) return explorer.goOn(1);
      const rest = await explorer.goOn();
      explorer.end();
      return rest;
    }),
  );
};

/** Calls in any order and number, compared with a model of the service (D1 to D13). */
export const sequencesSuite = (run: Run): Suite => {
  const { path, seed, lastFailures } = run.plan;
  const lines = run.plan.lines.filter((line) => isSelected(run, line));
  const ordered = byUrgency(
    lines,
    (line) => ({ line, probes: [`sequence/${line}`] }),
    lastFailures,
  );
  return {
    probes: () =>
      path === undefined
        ? lines.values().flatMap((line) => announcedSequences(run, line))
        : lines.map(() => ({ name: `sequence/${path}`, data: seed })),
    tests: ordered.flatMap((line) => testsOf(run, line)),
  };
};
