import { UsageError } from '../client/usage-error.ts';
import type { Scope } from '../oracles/facts.ts';
import type { Cell } from '../oracles/ledger.ts';
import { requirementOf } from '../spec/catalogue.ts';

/** Why no cell of a selection applies to the target: a run that judged nothing must not end as a conformant one. */
export const nothingApplies = (cells: readonly Cell[]): UsageError => {
  const reasons = new Set(cells.map(({ notApplicable }) => notApplicable?.text));
  return new UsageError(
    `nothing in the selection applies to this target: ${[...reasons].join('; ')}`,
  );
};

/** Why a selection has no cell at all, and what to select instead. */
export const nothingToJudge = ({ lines, requirements = [] }: Scope): UsageError => {
  const [only] = requirements;
  if (only === undefined || requirements.length > 1) {
    return new UsageError(
      'the selection is empty: the requirements, operations and lines have no cell in common; assay list --requirement … shows the choices',
    );
  }
  const { notObservable, operations } = requirementOf(only);
  if (notObservable !== undefined) {
    return new UsageError(`no run can judge ${only}: ${notObservable}`);
  }
  return new UsageError(
    `${only} has no cell in the selection (lines: ${lines.join(', ')}); it applies to ${operations.join(', ')}`,
  );
};
