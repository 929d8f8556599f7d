import type { CellVerdict } from '../oracles/finding.ts';
import type { Scope } from '../oracles/facts.ts';
import { cellId } from '../oracles/ledger.ts';
import { describePairs } from '../oracles/pair-coverage.ts';
import { describeCoverage } from '../oracles/sequence-coverage.ts';
import { addressHint } from '../reports/console/address-hint.ts';
import { listFailures, renderFailureList } from '../reports/console/failure-list.ts';
import { renderFailure } from '../reports/console/failure.ts';
import { renderRequirementTable } from '../reports/console/requirement-table.ts';
import { renderSummary } from '../reports/console/summary.ts';
import { renderTable } from '../reports/console/table.ts';
import { countRequirements } from '../reports/requirement-counts.ts';
import { requirementOf } from '../spec/catalogue.ts';
import type { Outcome } from './outcome.ts';
import { waiverLines } from './waiver-lines.ts';

/** What the console shows beside the outcome itself; no secret is in it. */
export interface OutcomeContext {
  readonly scope: Scope;
  /** What is the harness's own fault. */
  readonly harness: readonly string[];
  /** What was observed without being judged. */
  readonly observed: readonly string[];
  /** Addresses by name, which stand for themselves in printed URLs. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly curl: (verdict: CellVerdict) => string | undefined;
  readonly replay: (verdict: CellVerdict) => string;
}

/** The end of a run on the console: the tables, every failure, what else stands open, and the last line. */
export const printOutcome = (
  outcome: Outcome,
  { scope, harness, observed, addresses, curl, replay }: OutcomeContext,
  print: (text: string) => void,
  colour: boolean,
): void => {
  const { verdicts, findings, exchanges, sequences, pairs, record } = outcome;
  const renderOne = (verdict: CellVerdict): string =>
    renderFailure(
      {
        verdict,
        requirement: requirementOf(verdict.requirement),
        findings: findings.filter(
          (each) => cellId(each.requirement, each.operation) === verdict.cell,
        ),
        exchanges,
        replay: replay(verdict),
        curl: curl(verdict),
        addresses,
      },
      { colour },
    );
  print(renderTable(record, { colour }));
  print(`\n${renderRequirementTable(countRequirements(verdicts, scope), { colour })}`);
  const list = renderFailureList(listFailures(verdicts), renderOne, { colour });
  if (list !== '') print(`\n${list}`);
  const hint = addressHint(exchanges, Object.values(addresses));
  if (hint !== undefined) print(`\n${hint}`);
  const waivers = waiverLines(outcome, colour);
  if (waivers.length > 0) print(`\n${waivers.join('\n')}`);
  if (harness.length > 0) {
    print(`\nThe harness is at fault; please report this:\n${harness.join('\n')}`);
  }
  if (pairs.length > 0) print(`\n${pairs.map(describePairs).join('\n')}`);
  // A gate plays too few sequences for the share to say anything.
  if (record.thorough && sequences.length > 0)
    print(`\n${sequences.map(describeCoverage).join('\n')}`);
  if (observed.length > 0) print(`\n${observed.join('\n')}`);
  print(`\n${renderSummary(record, { colour })}`);
};
