import { Stage, Status, type StepResult } from 'allure-js-commons';
import type { CellVerdict } from '../oracles/finding.ts';
import { reasonText } from '../oracles/reason-words.ts';
import { requirementOf } from '../spec/catalogue.ts';
import type { Exchange } from '../spec/exchange.ts';
import { HTTP_TRANSCRIPT } from '../spec/http-transcript.ts';
import { JUDGEMENT_RULES } from '../spec/judgement.ts';
import { operation } from '../spec/operations.ts';
import { MARKS } from './console/mark.ts';
import { printable } from './console/printable.ts';
import type { ExchangePart } from './exchange-parts.ts';
import type { JunitSource } from './junit.ts';
import { markdownCommand, markdownText } from './markdown.ts';

/** What results are explained from; all of it without secrets. */
export interface ExplainedRun extends Omit<JunitSource, 'record'> {
  readonly seed: number;
}

/** What a cell wanted and got, in a line or two. */
export const cellSentence = (cell: CellVerdict): string => {
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

const step = (name: string, exchange: Exchange, status: Status): StepResult => {
  const start = Date.parse(exchange.at);
  return {
    name: printable(name),
    status,
    statusDetails: {},
    stage: Stage.FINISHED,
    steps: [],
    attachments: [],
    parameters: [],
    start,
    stop: start + Math.ceil(exchange.timings.total),
  };
};

const titleOf = ({ title, exchange }: ExchangePart): string => {
  const { n, request, response, error } = exchange;
  // A secret that was taken out of an address may leave none.
  const path = URL.parse(request.url)?.pathname ?? request.url;
  return `${title} (exchange ${n}): ${request.method} ${path} → ${response?.status ?? error?.code ?? 'no answer'}`;
};

/** One step for each exchange that shows the cell, which is attached to it. */
export const exchangeSteps = (
  cell: CellVerdict,
  parts: readonly ExchangePart[],
  attach: (exchange: Exchange) => string,
): readonly StepResult[] =>
  parts.map((part, at) => {
    const name = `${operation(cell.operation).name}, ${titleOf(part)}`;
    const isProof = at === 0 && cell.verdict === 'fail';
    return {
      ...step(name, part.exchange, isProof ? Status.FAILED : Status.PASSED),
      attachments: [
        {
          name: `exchange ${part.exchange.n}`,
          source: attach(part.exchange),
          type: HTTP_TRANSCRIPT,
        },
      ],
    };
  });
