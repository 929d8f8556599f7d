import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Check, checksSuite } from './engine/checks.ts';
import { collectDisclosures } from './ownership/disclosures.ts';
import { collectForeignCalls } from './ownership/foreign-calls.ts';
import { isReplayed } from './engine/replay.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';

const judgedOn = (
  run: Run,
  requirement: RequirementId,
  line: Line,
  name: string,
): readonly OperationId[] => {
  const isSent = (on: OperationId): boolean =>
    isReplayed(run, `ownership/${name}`)
      ? run.applies(requirement, on)
      : run.judges(requirement, on);
  return (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) => operation(on).line === line && isSent(on),
  );
};

const disclosures = (run: Run, line: Line): Check => {
  const name = `disclosures-${line}`;
  const operations = judgedOn(run, 'AUTH-04', line, name);
  return {
    requirement: 'AUTH-04',
    line,
    operations,
    name,
    collect: (one) => collectDisclosures(one, operations),
  };
};

const foreignCalls = (run: Run, line: Line): readonly Check[] =>
  (['AUTH-05', 'AUTH-06'] as const).flatMap((requirement) =>
    (CATALOGUE.get(requirement)?.operations ?? [])
      .filter((on) => operation(on).line === line)
      .map((on) => ({ on, name: `foreign-calls/${on}` }))
      .filter(({ on, name }) => judgedOn(run, requirement, line, name).includes(on))
      .map(({ on, name }) => ({
        requirement,
        line,
        operations: [on],
        name,
        collect: (one) => collectForeignCalls(one, on),
      })),
  );

/** What other identities may see and do (D10). */
export const ownershipSuite = (run: Run): Suite =>
  checksSuite(
    run,
    'ownership',
    run.plan.lines.flatMap((line) => [disclosures(run, line), ...foreignCalls(run, line)]),
  );
