import { memoized } from '../spec/memoized.ts';
import type { Finding } from '../oracles/finding.ts';
import type { Line } from '../spec/line.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { announcedSession, conductSession } from './protocol/session.ts';
import { SESSION_REQUIREMENTS } from './suite-requirements.ts';
import { isReplayed } from './engine/replay.ts';
import type { Run } from './engine/run.ts';
import { type Suite, type TestResult, titleOf } from './engine/suite.ts';

interface Subject {
  readonly requirement: RequirementId;
  readonly line: Line;
  readonly operations: readonly OperationId[];
}

/** The operations of a line on which a requirement is to be judged. */
const operationsOf = (run: Run, requirement: RequirementId, line: Line) =>
  (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) =>
      operation(on).line === line &&
      (isReplayed(run, `protocol/${on}`)
        ? run.applies(requirement, on)
        : run.judges(requirement, on)),
  );

const subjectsOf = (run: Run): readonly Subject[] =>
  run.plan.lines
    .flatMap((line) =>
      SESSION_REQUIREMENTS.map((requirement): Subject => {
        return { requirement, line, operations: operationsOf(run, requirement, line) };
      }),
    )
    .filter(({ operations }) => operations.length > 0);

const conductSubject = async (
  { requirement, operations }: Subject,
  sessionOf: (on: OperationId) => Promise<readonly Finding[]>,
): Promise<TestResult> => {
  const sessions = await Promise.all(operations.map(sessionOf));
  return { findings: sessions.flat().filter((each) => each.requirement === requirement) };
};

/** Headers, credentials, ids and bodies: one session an operation, however many requirements ask for it. */
export const protocolSuite = (run: Run): Suite => {
  const subjects = subjectsOf(run);
  const sessionOf = memoized((on: OperationId) => conductSession(run, on));
  const probed = new Set(subjects.flatMap(({ operations }) => operations));
  return {
    probes: () => [...probed].flatMap((on) => announcedSession(run, on)),
    tests: subjects.map((subject) => ({
      title: titleOf(subject.requirement, subject.line),
      requirement: subject.requirement,
      line: subject.line,
      conduct: () => conductSubject(subject, sessionOf),
    })),
  };
};
