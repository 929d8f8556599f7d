import { waiveVerdict } from '../oracles/waive.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { rollUp } from '../oracles/roll-up.ts';
import type { Run } from './run.ts';

/**
 * What a test's own findings amount to, cell by cell, by the roll-up of the run: what explains a fail there explains it here.
 * What was not selected is left out.
 */
const testVerdicts = (run: Run, findings: readonly Finding[]): readonly CellVerdict[] => {
  const selected = findings.filter((each) => run.judges(each.requirement, each.operation));
  const cells = new Map(
    selected.map(({ requirement, operation: on }) => {
      const id = cellId(requirement, on);
      return [id, { id, requirement, operation: on }];
    }),
  );
  // The waivers of the plan are those in force.
  return rollUp([...cells.values()], selected, (verdict) =>
    waiveVerdict(verdict, run.plan.waivers, ''),
  );
};

/** Whether a test's findings prove a fail. */
export const hasFailed = (run: Run, findings: readonly Finding[]): boolean =>
  testVerdicts(run, findings).some(({ verdict }) => verdict === 'fail');
