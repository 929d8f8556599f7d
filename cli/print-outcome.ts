import { curlOf } from '../client/curl.ts';
import type { Redactor } from '../client/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import { listFailures, renderFailureList } from '../reports/console/failure-list.ts';
import { renderFailure } from '../reports/console/failure.ts';
import { renderSummary } from '../reports/console/summary.ts';
import { renderTable } from '../reports/console/table.ts';
import { requirementOf } from '../spec/catalogue.ts';
import type { Outcome } from './outcome.ts';
import type { SuiteOutcome } from './vitest-run.ts';

const renderOne = (
  verdict: CellVerdict,
  { findings, exchanges }: Outcome,
  target: ResolvedTarget,
  redactor: Redactor,
  colour: boolean,
): string => {
  const decisive = exchanges.find((each) => each.n === verdict.exchanges.at(-1));
  return renderFailure(
    {
      verdict,
      requirement: requirementOf(verdict.requirement),
      findings: findings.filter(
        (each) => cellId(each.requirement, each.operation) === verdict.cell,
      ),
      exchanges,
      curl: decisive ? curlOf(decisive, target, redactor) : undefined,
      addresses: { base: target.base_url, gap: target.gap_base_url },
    },
    { colour },
  );
};

/** The end of a run on the console: the table, every failure, what else stands open, and the last line. */
export const printOutcome = (
  outcome: Outcome,
  suites: SuiteOutcome,
  target: ResolvedTarget,
  redactor: Redactor,
  print: (text: string) => void,
  colour: boolean,
): void => {
  print(renderTable(outcome.record, { colour }));
  const list = renderFailureList(
    listFailures(outcome.verdicts),
    (verdict) => renderOne(verdict, outcome, target, redactor, colour),
    { colour },
  );
  if (list !== '') print(`\n${list}`);
  if (suites.harness.length > 0) {
    print(
      `\nThe harness is at fault; please report this:\n${redactor.text(suites.harness.join('\n'))}`,
    );
  }
  print(`\n${renderSummary(outcome.record, { colour })}`);
};
