import type { CellVerdict } from '../../oracles/finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { LINES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { cellVerdict } from './sample-record.ts';

/** A failed cell of a field: its faulty draft was accepted by its last checkpoint. */
export const fieldFailure = (
  requirement: RequirementId,
  on: OperationId,
  where: string,
  fault: string,
  more: Partial<CellVerdict> = {},
): CellVerdict => {
  const isGap = operation(on).line === 'gap';
  return cellVerdict({
    cell: `${requirement}@${on}`,
    requirement,
    operation: on,
    line: operation(on).line,
    wanted: `a refusal by ${isGap ? 'the contract at the latest' : 'the write'}: ${where.slice(1).replaceAll('/', '.')} is ${fault}`,
    got: isGap ? 'status 303 at the contract' : 'status 200 at the write',
    status: isGap ? 303 : 200,
    checkpoint: isGap ? 'contract' : 'write',
    where,
    ...more,
  });
};

/** The start date of every line may be written DD/MM/YYYY. */
export const DATE_FAILURES: readonly CellVerdict[] = LINES.map((line) =>
  fieldFailure(
    `${line.toUpperCase() as Uppercase<typeof line>}-FIELD-terms.startDate-format`,
    `${line}.draft-update`,
    '/terms/startDate',
    'written DD/MM/YYYY',
  ),
);
