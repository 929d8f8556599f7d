import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Check, registerChecks } from './checks.ts';
import { judgeDisclosures } from './ownership/disclosures.ts';
import { judgeForeignReads } from './ownership/foreign-reads.ts';
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

const foreignReads = (line: Line): readonly Check[] => {
  const name = `foreign-reads-${line}`;
  return judgedOn('AUTH-05', line, name).map((on) => ({
    requirement: 'AUTH-05',
    line,
    operations: [on],
    name,
    judge: (one) => judgeForeignReads(on, one),
  }));
};

registerChecks(
  'ownership',
  'Ownership',
  run.plan.lines.flatMap((line) => [disclosures(line), ...foreignReads(line)]),
);
