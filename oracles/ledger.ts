import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import type { Facts, Scope } from './facts.ts';
import type { ReasonCode } from './finding.ts';
import { SILENCING_KEYS } from './silencing.ts';

/** Reason why the target rules a cell out. */
interface NotApplicable {
  readonly reason: ReasonCode;
  readonly text: string;
}

/** The reason why a cell is not judged on this target; undefined if there is none. */
export const notApplicableReason = (
  requirement: RequirementId,
  on: OperationId,
  facts: Facts,
): NotApplicable | undefined => {
  for (const { key, becomes, why } of SILENCING_KEYS) {
    const text = becomes === 'not-applicable' ? why(requirement, on, facts) : undefined;
    if (text === undefined) continue;
    return { reason: key.startsWith('sideEffects.') ? 'side-effects-never' : 'not-declared', text };
  }
  return undefined;
};

/**
 * The reason why no run can observe the refusal of a fault on this target, so that it is not sent; undefined if there is none
 * (C8, E6).
 */
export const unobservableReason = (
  requirement: RequirementId,
  on: OperationId,
  facts: Facts,
): string | undefined =>
  SILENCING_KEYS.find(({ isUnseen, why }) => isUnseen && why(requirement, on, facts))?.why(
    requirement,
    on,
    facts,
  );

/** A cell that a run must judge: a requirement on one operation of one line. */
export interface Cell {
  /** `requirement@line.operation`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  /** Present if the target rules the cell out. */
  readonly notApplicable?: NotApplicable;
}

/** The id of a cell. */
export const cellId = (requirement: RequirementId, on: OperationId): string =>
  `${requirement}@${on}`;

/**
 * Every selected cell that this version judges, fixed before the run starts, in catalogue order. A requirement that cannot be
 * observed has no cell; `catalogueSummary` counts it.
 */
export const ledger = (scope: Scope, facts: Facts): readonly Cell[] =>
  [...CATALOGUE]
    .filter(([id, each]) => isJudged(each) && (scope.requirements?.includes(id) ?? true))
    .flatMap(([requirement, { operations }]) =>
      operations
        .filter((on) => scope.lines.includes(operation(on).line))
        .filter((on) => scope.operations?.includes(on) ?? true)
        .filter((on) => scope.cells?.includes(cellId(requirement, on)) ?? true)
        .map((on) => {
          const notApplicable = notApplicableReason(requirement, on, facts);
          return {
            id: cellId(requirement, on),
            requirement,
            operation: on,
            ...(notApplicable ? { notApplicable } : {}),
          };
        }),
    );
