import type { Finding } from '../oracles/finding.ts';
import { LINE_TITLES, type Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Run } from './engine/run.ts';
import { announcedSequences, type Explorer, openExplorer } from './sequences/explore.ts';
import { isSequencePath, replaySequence } from './sequences/findings.ts';
import { type LineRun, lineRun } from './sequences/sequence-state.ts';
import { showsInSequences } from '../spec/catalogue.ts';
import type { Suite, SuiteTest, TestResult } from './engine/suite.ts';

const isSelected = ({ plan: { path }, cells }: Run, line: Line): boolean =>
  (path === undefined || isSequencePath(path, line)) &&
  cells.some(
    ({ operation: on, requirement }) =>
      operation(on).line === line && showsInSequences(requirement),
  );

/** A result without findings needs no cell of its own: other suites judge each cell as well. */
const resultOf = (findings: readonly Finding[]): TestResult =>
  findings.length > 0 ? { findings } : {};

const testOf = (
  line: Line,
  part: string,
  explore: () => Promise<readonly Finding[]>,
): SuiteTest => ({
  title: `${LINE_TITLES[line]}: whatever the order of the calls, what was made stays and can be used${part}`,
  line,
  probes: [`sequence/${line}`],
  isSerial: true,
  conduct: async () => resultOf(await explore()),
});

/** Number of tests of a line, run in sequence, so that other suites can have exclusive use of the line in between. */
const PARTS = 3;

const testsOf = (run: LineRun): readonly SuiteTest[] => {
  const { path } = run.plan;
  const { line } = run.source;
  if (path !== undefined) return [testOf(line, '', () => replaySequence(run, path))];
  let opened: Explorer | undefined;
  return Array.from({ length: PARTS }, (_, at) =>
    testOf(line, ` (${at + 1} of ${PARTS})`, async () => {
      const explorer = (opened ??= openExplorer(run));
      if (at + 1 < PARTS) return explorer.goOn(1);
      const rest = await explorer.goOn();
      explorer.end();
      return rest;
    }),
  );
};

/** Calls in any order and number, compared with a model of the service (D1 to D13). */
export const sequencesSuite = (run: Run): Suite => {
  const { path, seed } = run.plan;
  const selected = run.plan.lines.filter((line) => isSelected(run, line));
  const lines = selected.map((line) => lineRun(run, line));
  return {
    probes: () =>
      path === undefined
        ? lines.values().flatMap(announcedSequences)
        : lines.map(() => ({ name: `sequence/${path}`, data: seed })),
    tests: lines.flatMap(testsOf),
  };
};
