import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/not-judged.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { JUDGEMENT_RULES, rulesOn } from '../spec/judgement.ts';
import { operation } from '../spec/operations.ts';
import { MARKS, VERDICT_WORDS } from './console/paint.ts';
import { printable } from '../store/printable.ts';
import type { JunitSource } from './junit.ts';
import { markdownCommand, markdownText } from './markdown.ts';

/** Source of the explanations, without secrets. */
export interface ExplainedRun extends Omit<JunitSource, 'record'> {
  readonly seed: number;
}

/** Expected and actual value of a cell, in a line or two. */
const cellSentence = (cell: CellVerdict): string => {
  const { verdict, wanted, got, where, waiver } = cell;
  const why = verdict === 'inconclusive' ? `, ${reasonText(cell)}` : '';
  const by =
    waiver === undefined ? '' : `, ${waiver.reason} (${waiver.owner}, until ${waiver.expires})`;
  const at = where === undefined ? '' : ` at ${where}`;
  return printable(
    `${MARKS[verdict].sign} ${operation(cell.operation).name}: ${VERDICT_WORDS[verdict]}${why}${by}; expected ${wanted}, got ${got}${at}`,
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

/** Statement and rules of a requirement, and the commands that repeat each of these cells, in Markdown. */
export const cellsDescription = (cells: readonly CellVerdict[], run: ExplainedRun): string => {
  const [first] = cells;
  if (!first) return '';
  const requirement = requirementOf(first.requirement);
  const { statement, source } = requirement;
  const rules = rulesOn(requirement, operation(first.operation).line);
  return [
    markdownText(statement),
    `Source: ${markdownText(source)}. Seed: ${run.seed}.`,
    ...(rules.length === 0
      ? []
      : [rules.map((rule) => `- **${rule}** ${JUDGEMENT_RULES[rule]}`).join('\n')]),
    ...cells.map((cell) => cellText(cell, run)),
  ].join('\n\n');
};
