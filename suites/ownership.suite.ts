import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Check, registerChecks } from './checks.ts';
import { judgeDisclosures } from './ownership/disclosures.ts';
import { judgeForeignReads } from './ownership/foreign-reads.ts';
import { run } from './run.ts';

const judgedOn = (requirement: RequirementId, line: Line): readonly OperationId[] =>
  (CATALOGUE.get(requirement)?.operations ?? []).filter(
    (on) => operation(on).line === line && run.judges(requirement, on),
  );

const disclosures = (line: Line): Check => {
  const operations = judgedOn('AUTH-04', line);
  return {
    requirement: 'AUTH-04',
    line,
    operations,
    name: `disclosures-${line}`,
    judge: (one) => judgeDisclosures(operations, one),
  };
};

const foreignReads = (line: Line): readonly Check[] =>
  judgedOn('AUTH-05', line).map((on) => ({
    requirement: 'AUTH-05',
    line,
    operations: [on],
    name: `foreign-reads-${line}`,
    judge: (one) => judgeForeignReads(on, one),
  }));

registerChecks(
  'ownership',
  'Ownership',
  run.plan.lines.flatMap((line) => [disclosures(line), ...foreignReads(line)]),
);
