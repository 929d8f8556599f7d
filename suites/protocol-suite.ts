import { memoized } from '../spec/memoized.ts';
import type { OperationId } from '../spec/operations.ts';
import { announcedSession, conductSession } from './protocol/conduct-session.ts';
import { legalVariants } from './protocol/legal-variants.ts';
import { usedDrafts } from './protocol/probe-again.ts';
import { probes } from './protocol/probes.ts';
import type { Run } from './engine/run.ts';
import { type Suite, titleOf } from './engine/suite.ts';
import { operationsToJudge } from './engine/replay.ts';

/** Headers, credentials, ids and bodies: one session an operation, for all its requirements. */
export const protocolSuite = (run: Run): Suite => {
  const subjects = run.plan.lines
    .flatMap((line) =>
      [...probes.requirements, ...legalVariants.requirements].map((requirement) => {
        const operations = operationsToJudge(run, requirement, line, (on) => `protocol/${on}`);
        return { requirement, line, operations };
      }),
    )
    .filter(({ operations }) => operations.length > 0);
  const drafts = usedDrafts(run);
  const sessionOf = memoized((on: OperationId) => conductSession(run, on, drafts));
  const probed = new Set(subjects.flatMap(({ operations }) => operations));
  return {
    probes: () => [...probed].flatMap((on) => announcedSession(run, on)),
    tests: subjects.map(({ requirement, line, operations }) => ({
      title: titleOf(requirement, line),
      requirement,
      line,
      conduct: async () => {
        const found = (await Promise.all(operations.map(sessionOf))).flat();
        return { findings: found.filter((each) => each.requirement === requirement) };
      },
    })),
  };
};
