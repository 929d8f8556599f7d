import { AssertionError } from 'node:assert';
import type { TestContext } from 'vitest';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { reasonText } from '../oracles/reason-words.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import type { TestEnd } from './conduct-suites.ts';
import type { Run } from './run.ts';
import { testVerdicts } from './test-verdicts.ts';

const sentence = (finding: CellVerdict): string =>
  [
    `${finding.requirement} ${requirementOf(finding.requirement).statement}`,
    `  ${operation(finding.operation).name}: wanted ${finding.wanted}, got ${finding.got}`,
  ].join('\n');

const concludeFindings = (run: Run, context: TestContext, findings: readonly Finding[]): void => {
  const verdicts = testVerdicts(run, findings);
  if (verdicts.length === 0) context.skip('inconclusive: no check was executed');
  const failed = verdicts.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    context.task.meta.cell = failed.map(({ cell }) => cell);
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

/**
 * Ends vitest's test as the run's own ended: a fail that is proven is an AssertionError, anything unsettled a skip with its
 * reason, an error of the harness is thrown. What other tests explain is settled at the end of the run (`settleAllure`).
 */
export const conclude = (run: Run, context: TestContext, end: TestEnd): void => {
  const { result, stopped, error } = end;
  if (stopped !== undefined) context.task.meta.stopped = stopped;
  if (error !== undefined) throw error;
  if (!result) return context.skip(`inconclusive: ${stopped ?? 'it was not conducted'}`);
  if (result.open !== undefined) context.skip(`inconclusive: ${result.open}`);
  if (result.findings) concludeFindings(run, context, result.findings);
};
