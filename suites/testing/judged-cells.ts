import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { cellId, ledger } from '../../oracles/ledger.ts';
import { rollUp } from '../../oracles/roll-up.ts';
import type { Run } from '../engine/run.ts';

/** Verdicts of all cells with findings, selected or not. */
export const judgedCells = (
  { plan, target }: Run,
  findings: readonly Finding[],
): readonly CellVerdict[] => {
  const found = new Set(
    findings.map(({ requirement, operation }) => cellId(requirement, operation)),
  );
  const cells = ledger({ lines: plan.lines }, target).filter(({ id }) => found.has(id));
  return rollUp(cells, findings);
};
