import { AssertionError } from 'node:assert';
import type { TestContext } from 'vitest';
import { requirementOf } from '../spec/catalogue.ts';
import { waiveVerdict } from '../oracles/waive.ts';
import { operation } from '../spec/operations.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { reasonText } from '../oracles/reason-words.ts';
import { rollUp } from '../oracles/roll-up.ts';
import type { Run } from './run.ts';

const sentence = (finding: CellVerdict): string =>
  [
    `${finding.requirement} ${requirementOf(finding.requirement).statement}`,
    `  ${operation(finding.operation).name}: wanted ${finding.wanted}, got ${finding.got}`,
  ].join('\n');

/**
 * What the test's own findings amount to, cell by cell, by the roll-up of the run: what explains a fail there explains it
 * here. What was not selected is left out.
 */
const verdictsOf = (run: Run, findings: readonly Finding[]): readonly CellVerdict[] => {
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

const stopAfterFail = (run: Run, context: TestContext): void => {
  if (!run.plan.failFast) return;
  const reason = 'stopped after the first fail (--fail-fast)';
  run.stop.stop(reason);
  context.task.meta.stopped = reason;
};

/**
 * Ends a test by its findings: a fail that is proven is an AssertionError, anything unsettled a skip with its reason. The
 * run's verdict is made from the ledger by the same roll-up; this is what the test reports show.
 */
export const conclude = (run: Run, context: TestContext, findings: readonly Finding[]): void => {
  const verdicts = verdictsOf(run, findings);
  if (verdicts.length === 0) context.skip('inconclusive: no check was executed');
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    stopAfterFail(run, context);
    throw new AssertionError({ message: failed.map(sentence).join('\n') });
  }
  const open = verdicts.find(({ verdict }) => verdict === 'inconclusive');
  if (open) context.skip(`inconclusive, ${reasonText(open)}: ${sentence(open)}`);
  const waived = verdicts.find(({ verdict }) => verdict === 'waived');
  if (waived) context.skip(`waived, ${waived.waiver?.reason ?? 'no reason'}: ${sentence(waived)}`);
  const seen = verdicts.some(({ verdict }) => verdict === 'pass');
  const [first] = verdicts;
  if (!seen && first) context.skip(`observed, ${reasonText(first)}: ${sentence(first)}`);
};
