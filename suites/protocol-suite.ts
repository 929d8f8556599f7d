import type { Line } from '../spec/line.ts';
import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { announcedSession, sessionOf } from './protocol/conduct-session.ts';
import { SESSION_REQUIREMENTS } from './protocol/requirements.ts';
import { isReplayed } from './replayed-probe.ts';
import type { Run } from './run.ts';
import { type Suite, type TestResult, titleOf } from './suite.ts';
import { byUrgency } from './urgency.ts';

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
  run: Run,
  { requirement, operations }: Subject,
): Promise<TestResult> => {
  const sessions = await Promise.all(operations.map((on) => sessionOf(run, on)));
  return { findings: sessions.flat().filter((each) => each.requirement === requirement) };
};

/** Headers, credentials, ids and bodies: one session an operation, however many requirements ask for it. */
export const protocolSuite = (run: Run): Suite => {
  const subjects = subjectsOf(run);
  const probed = new Set(subjects.flatMap(({ operations }) => operations));
  return {
    probes: () => [...probed].flatMap((on) => announcedSession(run, on)),
    tests: byUrgency(subjects, (each) => each, run.plan.lastFailures).map((subject) => ({
      title: titleOf(subject.requirement, subject.line),
      line: subject.line,
      conduct: () => conductSubject(run, subject),
    })),
  };
};
