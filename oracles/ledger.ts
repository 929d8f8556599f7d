import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import { type NotApplicable, whyNotApplicable } from './applicability.ts';
import type { Facts, Scope } from './facts.ts';

/** A cell that a run must judge: a requirement on one operation of one line. */
export interface Cell {
  /** `requirement@line.operation`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  /** Present where the target rules the cell out. */
  readonly notApplicable?: NotApplicable;
}

/** The name of a cell. */
export const cellId = (requirement: RequirementId, on: OperationId): string =>
  `${requirement}@${on}`;

/**
 * Every selected cell that this version judges, fixed before the run starts, in the order of the catalogue.
 * What cannot be observed has no cell here; `catalogueSummary` counts it.
 */
export const ledger = (scope: Scope, facts: Facts): readonly Cell[] =>
  [...CATALOGUE]
    .filter(([id, each]) => isJudged(each) && (scope.requirements?.includes(id) ?? true))
    .flatMap(([requirement, { operations }]) =>
      operations
        .filter((on) => scope.lines.includes(operation(on).line))
        .filter((on) => scope.operations?.includes(on) ?? true)
        .map((on) => {
          const notApplicable = whyNotApplicable(requirement, on, facts);
          return {
            id: cellId(requirement, on),
            requirement,
            operation: on,
            ...(notApplicable ? { notApplicable } : {}),
          };
        }),
    );
