import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../spec/judgement.ts';
import { operation } from '../spec/operations.ts';
import { MARKS } from './console/paint.ts';
import { printable } from '../store/printable.ts';
import type { JunitSource } from './junit.ts';
import { markdownCommand, markdownText } from './markdown.ts';

/** What results are explained from; all of it without secrets. */
export interface ExplainedRun extends Omit<JunitSource, 'record'> {
  readonly seed: number;
}

/** What a cell wanted and got, in a line or two. */
const cellSentence = (cell: CellVerdict): string => {
  const { verdict, wanted, got, where, waiver } = cell;
  const why = verdict === 'inconclusive' ? `, ${reasonText(cell)}` : '';
  const by =
    waiver === undefined ? '' : `, ${waiver.reason} (${waiver.owner}, until ${waiver.expires})`;
  const at = where === undefined ? '' : ` at ${where}`;
  return printable(
    `${MARKS[verdict].sign} ${operation(cell.operation).name}: ${verdict}${why}${by}; wanted ${wanted}, got ${got}${at}`,
  );
};

const cellText = (cell: CellVerdict, run: ExplainedRun): string => {
  const curl = run.curl(cell);
  return [
    markdownText(cellSentence(cell)),
    markdownCommand(run.replay(cell)),
    ...(cell.steps === undefined ? [] : [`steps: ${markdownText(cell.steps.join('; '))}`]),
    ...(curl === undefined ? [] : [markdownCommand(curl)]),
  ].join('\n\n');
};

/** What a requirement asks for, by which rules it is judged, and how each of these cells is seen again; in Markdown. */
export const cellsDescription = (cells: readonly CellVerdict[], run: ExplainedRun): string => {
  const [first] = cells;
  if (!first) return '';
  const { statement, source, rules } = requirementOf(first.requirement);
  return [
    markdownText(statement),
    `Source: ${markdownText(source)}. Seed: ${run.seed}.`,
    ...(rules.length === 0
      ? []
      : [rules.map((rule) => `- **${rule}** ${JUDGEMENT_RULES[rule]}`).join('\n')]),
    ...cells.map((cell) => cellText(cell, run)),
  ].join('\n\n');
};
