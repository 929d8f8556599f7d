import { CATALOGUE, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import type { Facts, Scope } from './facts.ts';
import type { ReasonCode } from './finding.ts';

/** A cell that a run must judge: a requirement on one operation of one line. */
export interface Cell {
  /** `requirement@line.operation`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  /** Present where the target rules the cell out. */
  readonly notApplicable?: { readonly reason: ReasonCode; readonly text: string };
}

/** The name of a cell. */
export const cellId = (requirement: RequirementId, on: OperationId): string =>
  `${requirement}@${on}`;

const ruledOut = (on: OperationId, facts: Facts): Cell['notApplicable'] => {
  const { step } = operation(on);
  const never = 'side-effects-never' as const;
  if (step === 'lead-create' && facts.sideEffects.leads === 'never') {
    return { reason: never, text: 'the target allows no leads (sideEffects.leads: never)' };
  }
  const fromContract = ['contract-create', 'contract-get', 'contract-download'].includes(step);
  if (fromContract && facts.sideEffects.contracts === 'never') {
    return { reason: never, text: 'the target allows no contracts (sideEffects.contracts: never)' };
  }
  return undefined;
};

/**
 * Every cell of the selected lines that this version judges, fixed before the run starts, in the order of the catalogue.
 * What cannot be observed and what no suite judges yet has no cell here; `catalogueSummary` counts both.
 */
export const ledger = (scope: Scope, facts: Facts): readonly Cell[] =>
  [...CATALOGUE]
    .filter(([, each]) => isJudged(each))
    .flatMap(([requirement, { operations }]) =>
      operations
        .filter((on) => scope.lines.includes(operation(on).line))
        .map((on) => {
          const notApplicable = ruledOut(on, facts);
          return {
            id: cellId(requirement, on),
            requirement,
            operation: on,
            ...(notApplicable ? { notApplicable } : {}),
          };
        }),
    );
