import { LINE_TITLES, type Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Run } from './run.ts';
import { announcedSequences, exploreLine } from './sequences/explore.ts';
import { leadsTo, replaySequence } from './sequences/replay-sequence.ts';
import { isSequenceRequirement } from './sequences/requirements.ts';
import type { Suite, TestResult } from './suite.ts';
import { byUrgency } from './urgency.ts';

const isSelected = ({ plan: { path }, cells }: Run, line: Line): boolean =>
  (path === undefined || leadsTo(path, line)) &&
  cells.some(
    ({ operation: on, requirement }) =>
      operation(on).line === line && isSequenceRequirement(requirement),
  );

const conductLine = async (run: Run, line: Line): Promise<TestResult> => {
  const { path } = run.plan;
  const exploration = await (path === undefined
    ? exploreLine(run, line)
    : replaySequence(run, line, path));
  const { findings } = exploration;
  // That nothing was found needs no cell of its own: each is judged by another suite as well.
  return { walks: [exploration], ...(findings.length > 0 ? { findings } : {}) };
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
    tests: ordered.map((line) => ({
      title: `${LINE_TITLES[line]}: whatever the order of the calls, what was made stays and can be used`,
      meta: { epic: LINE_TITLES[line], feature: 'Sequences', story: 'any order, any number' },
      line,
      conduct: () => conductLine(run, line),
    })),
  };
};
