import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Finding } from '../finding.ts';
import type { Cell } from '../ledger.ts';

/** The cell of a requirement on an operation, for tests of the roll-up. */
export const cellOf = (requirement: RequirementId, operation: OperationId): Cell => ({
  id: `${requirement}@${operation}`,
  requirement,
  operation,
});

let n = 0;
/** A finding of a cell, with an exchange of its own. */
export const finding = (
  cell: Cell,
  verdict: Finding['verdict'],
  over: Partial<Finding> = {},
): Finding => {
  n += 1;
  const { requirement, operation } = cell;
  const base = {
    wanted: 'w',
    got: 'g',
    exchanges: [n],
    test: 'journey/travel/1',
    attempt: 1,
    seed: 1,
  };
  return { requirement, operation, verdict, ...base, ...over };
};
