import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Check, registerChecks } from './checks.ts';
import { judgeDisclosures } from './ownership/disclosures.ts';
import { judgeForeignCalls } from './ownership/foreign-calls.ts';
import { isReplayed } from './replayed-probe.ts';
import { run } from './run.ts';

const judgedOn = (requirement: RequirementId, line: Line, name: string): readonly OperationId[] => {
  const isSent = (on: OperationId): boolean =>
    isReplayed(`ownership/${name}`) ? run.applies(requirement, on) : run.judges(requirement, on);
  return (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) => operation(on).line === line && isSent(on),
  );
};

const disclosures = (line: Line): Check => {
  const name = `disclosures-${line}`;
  const operations = judgedOn('AUTH-04', line, name);
  return {
    requirement: 'AUTH-04',
    line,
    operations,
    name,
    judge: (one) => judgeDisclosures(operations, one),
  };
};

const foreignCalls = (line: Line): readonly Check[] =>
  (['AUTH-05', 'AUTH-06'] as const).flatMap((requirement) =>
    (CATALOGUE.get(requirement)?.operations ?? [])
      .filter((on) => operation(on).line === line)
      .map((on) => ({ on, name: `foreign-calls/${on}` }))
      .filter(({ on, name }) => judgedOn(requirement, line, name).includes(on))
      .map(({ on, name }) => ({
        requirement,
        line,
        operations: [on],
        name,
        judge: (one) => judgeForeignCalls(on, one),
      })),
  );

registerChecks(
  'ownership',
  'Ownership',
  run.plan.lines.flatMap((line) => [disclosures(line), ...foreignCalls(line)]),
);
