import type { CellVerdict } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { unjudgedLines } from '../../store/unjudged-lines.ts';
import { describePairs, describeCoverage } from '../../oracles/sequence-coverage.ts';
import {
  configurationHints,
  renderDecisionNotes,
} from '../../reports/console/configuration-hints.ts';
import {
  listFailures,
  renderFailureList,
  renderFirstCauses,
} from '../../reports/console/failure-list.ts';
import { renderFailure } from '../../reports/console/failure.ts';
import { renderLineTable, renderTable, renderSummary } from '../../reports/console/table.ts';
import { changeLines } from '../../store/diff/run-diff.ts';
import { countUntestable } from '../../reports/observations-document.ts';
import { catalogueLine } from '../../reports/release-changes.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { inLineOrder } from '../../spec/line.ts';
import type { Outcome } from '../../store/outcome.ts';
import type { OutcomeContext } from '../../runner/run-listener.ts';
import { waiverLines } from './waiver-lines.ts';

/** Style in which the end of a run is printed. */
export interface OutcomeStyle {
  readonly colour: boolean;
  /** Print every failed cell in full. */
  readonly verbose?: boolean;
}

/** Lines of a failed cell unless verbose: its first mismatches. */
const BRIEF_LINES = 12;

const LIMITS = {
  some: {},
  all: { groups: Infinity, cells: Infinity },
} as const;

const extraLines = (
  { record, sequences, pairs }: Outcome,
  { scope, observed, since }: Pick<OutcomeContext, 'scope' | 'observed' | 'since'>,
): readonly string[] => {
  const catalogue = since && catalogueLine(since.assay, record.assay);
  const untested = countUntestable(scope);
  const more =
    untested === 0
      ? ''
      : `; ${untested} more ${untested === 1 ? 'requirement' : 'requirements'} cannot be observed from outside (assay list --summary)`;
  return [
    `cells: one requirement on one operation each${more}`,
    ...Object.entries(record.unread ?? {}).map(
      ([code, count]) =>
        `answers: ${count} not judged (${code}), recorded by length and digest only`,
    ),
    ...inLineOrder(pairs).map(describePairs),
    // A gate plays too few sequences for a meaningful share.
    ...(record.thorough ? inLineOrder(sequences).map(describeCoverage) : []),
    ...observed,
    ...(catalogue === undefined ? [] : [catalogue]),
  ];
};

/** Prints the end of a run: fails, inconclusive cells and their causes, tables, and the last line. */
export const printOutcome = (
  outcome: Outcome,
  context: OutcomeContext,
  print: (text: string) => void,
  { colour, verbose = false }: OutcomeStyle,
): void => {
  const { scope, review, harness, addresses, curl, replay, since } = context;
  const { verdicts, findings, exchanges, record } = outcome;
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
        isFirstDrawn: context.isFirstDrawn(verdict),
        addresses,
      },
      { colour, ...(verbose ? {} : { lines: BRIEF_LINES }) },
    );
  const explained = new Set(review.causes.flatMap(({ cells }) => cells));
  const list = renderFailureList(
    listFailures(
      verdicts.filter(({ cell, verdict }) => verdict !== 'inconclusive' || !explained.has(cell)),
      LIMITS[verbose ? 'all' : 'some'],
    ),
    renderOne,
    { colour },
  );
  // Whatever stopped the run explains the rest.
  const stops = review.causes.filter(({ isStop }) => isStop);
  const causes = review.causes.filter(({ isStop }) => !isStop);
  if (stops.length > 0) print(`\n${renderFirstCauses(stops, { colour })}`);
  if (list !== '') print(`\n${list}`);
  const changes = changeLines(since);
  if (changes.length > 0) print(`\n${changes.join('\n')}`);
  for (const hint of configurationHints({ exchanges, verdicts, addresses })) print(`\n${hint}`);
  const open = [renderFirstCauses(causes, { colour }), renderDecisionNotes(review.notes)];
  for (const text of open) if (text !== '') print(`\n${text}`);
  const waivers = waiverLines({ ...outcome, today: record.today }, colour);
  if (waivers.length > 0) print(`\n${waivers.join('\n')}`);
  if (harness.length > 0) {
    print(`\nThe harness is at fault; please report this:\n${harness.join('\n')}`);
  }
  const table = renderTable(outcome, { colour, all: verbose });
  if (table !== '') print(`\n${table}`);
  print(`\n${renderLineTable(verdicts, scope.lines, { colour })}`);
  const aside = extraLines(outcome, context);
  if (aside.length > 0) print(`\n${aside.join('\n')}`);
  const unjudged = unjudgedLines(record, verdicts);
  if (unjudged.length > 0) print(`\n${unjudged.join('\n')}`);
  print(`\n${renderSummary(record, { colour })}`);
};
