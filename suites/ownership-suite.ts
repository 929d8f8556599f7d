import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { type Check, checksSuite, type Try } from './engine/checks.ts';
import { collectDisclosures } from './ownership/disclosures.ts';
import { collectForeignCalls } from './ownership/foreign-calls.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';
import { operationsToJudge } from './engine/replay.ts';

const disclosures = (run: Run, line: Line): Check => {
  const name = `disclosures-${line}`;
  const operations = operationsToJudge(run, 'AUTH-04', line, () => `ownership/${name}`);
  const collect = (one: Try) => collectDisclosures(one, operations);
  return { requirement: 'AUTH-04', line, operations, name, collect };
};

const foreignCalls = (run: Run, line: Line): readonly Check[] =>
  (['AUTH-05', 'AUTH-06'] as const).flatMap((requirement) => {
    const nameOf = (on: OperationId): string => `foreign-calls/${on}`;
    return operationsToJudge(run, requirement, line, (on) => `ownership/${nameOf(on)}`).map(
      (on): Check => ({
        requirement,
        line,
        operations: [on],
        name: nameOf(on),
        collect: (one) => collectForeignCalls(one, on),
      }),
    );
  });

/** What other identities may see and do (D10). */
export const ownershipSuite = (run: Run): Suite =>
  checksSuite(
    run,
    'ownership',
    run.plan.lines.flatMap((line) => [disclosures(run, line), ...foreignCalls(run, line)]),
  );
