import type { CellVerdict } from '../oracles/finding.ts';
import type { Scope } from '../oracles/facts.ts';
import { cellId } from '../oracles/ledger.ts';
import { describePairs } from '../oracles/pair-coverage.ts';
import { describeCoverage } from '../oracles/sequence-coverage.ts';
import { configurationHints } from '../reports/console/configuration-hints.ts';
import { renderDecisionNotes } from '../reports/console/decision-notes.ts';
import { listFailures, renderFailureList } from '../reports/console/failure-list.ts';
import { renderFailure } from '../reports/console/failure.ts';
import { renderFirstCauses } from '../reports/console/first-cause-list.ts';
import { renderRequirementTable } from '../reports/console/requirement-table.ts';
import { renderSummary } from '../reports/console/summary.ts';
import { renderTable } from '../reports/console/table.ts';
import { countRequirements } from '../reports/requirement-counts.ts';
import { requirementOf } from '../spec/catalogue.ts';
import type { Outcome } from './outcome.ts';
import type { TargetReview } from './review-target.ts';
import { waiverLines } from './waiver-lines.ts';

/** What the console shows beside the outcome itself; no secret is in it. */
export interface OutcomeContext {
  readonly scope: Scope;
  /** Why cells stand open, and what the target may say wrongly. */
  readonly review: TargetReview;
  /** What is the harness's own fault. */
  readonly harness: readonly string[];
  /** What was observed without being judged. */
  readonly observed: readonly string[];
  /** Addresses by name, which stand for themselves in printed URLs. */
  readonly addresses: { readonly base: string; readonly gap: string };
  readonly curl: (verdict: CellVerdict) => string | undefined;
  readonly replay: (verdict: CellVerdict) => string;
}

/** How the end of a run is printed. */
export interface OutcomeStyle {
  readonly colour: boolean;
  /** Whether every failed cell is printed in full. */
  readonly verbose?: boolean;
}

/** How much of the failures is printed. */
const LIMITS = {
  some: {},
  all: { requirements: Infinity, cells: Infinity },
} as const;

/** The end of a run on the console: the tables, every failure, what else stands open, and the last line. */
export const printOutcome = (
  outcome: Outcome,
  { scope, review, harness, observed, addresses, curl, replay }: OutcomeContext,
  print: (text: string) => void,
  { colour, verbose = false }: OutcomeStyle,
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
  const told = new Set(review.causes.flatMap(({ cells }) => cells));
  const list = renderFailureList(
    listFailures(
      verdicts.filter(({ cell, verdict }) => verdict !== 'inconclusive' || !told.has(cell)),
      LIMITS[verbose ? 'all' : 'some'],
    ),
    renderOne,
    { colour },
  );
  if (list !== '') print(`\n${list}`);
  for (const hint of configurationHints({ exchanges, verdicts, addresses })) print(`\n${hint}`);
  const waivers = waiverLines({ ...outcome, today: record.today }, colour);
  if (waivers.length > 0) print(`\n${waivers.join('\n')}`);
  if (harness.length > 0) {
    print(`\nThe harness is at fault; please report this:\n${harness.join('\n')}`);
  }
  if (pairs.length > 0) print(`\n${pairs.map(describePairs).join('\n')}`);
  // A gate plays too few sequences for the share to say anything.
  if (record.thorough && sequences.length > 0)
    print(`\n${sequences.map(describeCoverage).join('\n')}`);
  if (observed.length > 0) print(`\n${observed.join('\n')}`);
  const ends = [renderFirstCauses(review.causes, { colour }), renderDecisionNotes(review.notes)];
  for (const text of ends) if (text !== '') print(`\n${text}`);
  print(`\n${renderSummary(record, { colour })}`);
};
