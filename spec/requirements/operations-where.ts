import { type KnownOperation, type OperationId, OPERATIONS } from '../operations.ts';

/** The ids of the operations for which this holds, in the order of the tables. */
export const operationsWhere = (holds: (row: KnownOperation) => boolean): readonly OperationId[] =>
  OPERATIONS.filter(holds).map((row) => row.id);

/** All 48 operations. */
export const ALL: readonly OperationId[] = operationsWhere(() => true);
