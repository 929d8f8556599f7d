import type { CellVerdict, Finding, Verdict } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { element, GRAVEST_FIRST, type Part } from './element.ts';
import { failureView } from './failure-view.ts';
import type { PageSource } from './page-source.ts';

/** Verdicts that a person has to look at. */
const OPEN: readonly Verdict[] = ['error', 'fail', 'waived', 'inconclusive'];
/** Cells that are shown with their exchanges; a run in which all is open would else be a page of many megabytes. */
const MOST = 200;

/** The cells that did not pass, the gravest first, as many as the page shows one by one. */
export const openCells = (verdicts: readonly CellVerdict[]): readonly CellVerdict[] =>
  GRAVEST_FIRST.filter((verdict) => OPEN.includes(verdict))
    .flatMap((verdict) => verdicts.filter((each) => each.verdict === verdict))
    .slice(0, MOST);

/** The section of all cells that did not pass; undefined where there is none. */
export const failureSection = ({
  verdicts,
  findings,
  exchanges,
  curl,
  replay,
}: PageSource): Part | undefined => {
  const cells = openCells(verdicts);
  if (cells.length === 0) return undefined;
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  const byCell = Map.groupBy(findings, (each: Finding) => cellId(each.requirement, each.operation));
  const all = verdicts.filter(({ verdict }) => OPEN.includes(verdict)).length;
  const more = all - cells.length;
  return element(
    'section',
    { id: 'failures', 'aria-labelledby': 'failures-title' },
    element('h2', { id: 'failures-title' }, 'What did not pass'),
    cells.map((verdict) =>
      failureView(verdict, { findings: byCell.get(verdict.cell) ?? [], byNumber, curl, replay }),
    ),
    ...(more > 0
      ? [
          element(
            'p',
            { class: 'muted' },
            `… and ${more.toLocaleString('en-GB')} more, which the tables below name`,
          ),
        ]
      : []),
  );
};
