import { AssertionError } from 'node:assert';
import type { TestContext } from 'vitest';
import { requirementOf } from '../spec/catalogue.ts';
import { operation } from '../spec/operations.ts';
import type { Finding } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';

const byCell = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> =>
  Map.groupBy(findings, (finding) => cellId(finding.requirement, finding.operation));

const sentence = (finding: Finding): string =>
  [
    `${finding.requirement} ${requirementOf(finding.requirement).statement}`,
    `  ${operation(finding.operation).name}: wanted ${finding.wanted}, got ${finding.got}`,
  ].join('\n');

/**
 * Ends a test by its findings: reproduced sightings are an AssertionError, anything unsettled a skip with its reason. The
 * run's verdict is not made here but from the ledger; this is what the test reports show.
 */
export const conclude = (context: TestContext, findings: readonly Finding[]): void => {
  if (findings.length === 0) context.skip('no check was executed');
  const last = Math.max(...findings.map((finding) => finding.attempt));
  const reproduced = [...byCell(findings).values()].filter((cell) => {
    const sightings = cell.filter((finding) => finding.verdict === 'fail');
    return new Set(sightings.map((finding) => finding.attempt)).size >= 2;
  });
  const failed = reproduced.flatMap((cell) => cell.slice(-1));
  if (failed.length > 0) {
    throw new AssertionError({ message: failed.map(sentence).join('\n') });
  }
  const open = findings.filter(
    ({ verdict, attempt }) =>
      attempt === last && (verdict === 'inconclusive' || verdict === 'fail'),
  );
  const [first] = open;
  if (first) context.skip(`inconclusive, ${first.reason ?? 'intermittent'}: ${sentence(first)}`);
};
