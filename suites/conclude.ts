import { AssertionError } from 'node:assert';
import type { TestContext } from 'vitest';
import { requirementOf } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { rollUpCell } from '../oracles/roll-up.ts';

const byCell = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> =>
  Map.groupBy(findings, (finding) => cellId(finding.requirement, finding.operation));

const sentence = (finding: CellVerdict): string =>
  [
    `${finding.requirement} ${requirementOf(finding.requirement).statement}`,
    `  ${operation(finding.operation).name}: wanted ${finding.wanted}, got ${finding.got}`,
  ].join('\n');

/**
 * Ends a test by its findings: a fail that is proven is an AssertionError, anything unsettled a skip with its reason. The
 * run's verdict is made from the ledger by the same roll-up; this is what the test reports show.
 */
export const conclude = (context: TestContext, findings: readonly Finding[]): void => {
  if (findings.length === 0) context.skip('inconclusive: no check was executed');
  const verdicts = [...byCell(findings)].map(([id, own]) => {
    const [{ requirement, operation: on }] = own as readonly [Finding, ...Finding[]];
    return rollUpCell({ id, requirement, operation: on }, own);
  });
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    throw new AssertionError({ message: failed.map(sentence).join('\n') });
  }
  const open = verdicts.find(({ verdict }) => verdict === 'inconclusive');
  if (open) context.skip(`inconclusive, ${open.reason ?? 'no reason'}: ${sentence(open)}`);
  const seen = verdicts.some(({ verdict }) => verdict === 'pass');
  const [first] = verdicts;
  if (!seen && first) context.skip(`observed, ${first.reason ?? 'no reason'}: ${sentence(first)}`);
};
