import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Label, Status, type TestResult } from 'allure-js-commons';
import type { CellVerdict, Verdict } from '../oracles/finding.ts';
import { cellId } from '../oracles/ledger.ts';
import type { Exchange } from '../spec/exchange.ts';
import { httpTranscript } from '../spec/http-transcript.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import {
  cellsDescription,
  cellSentence,
  exchangeSteps,
  type ExplainedRun,
} from './allure-explanation.ts';
import { exchangeParts } from './exchange-parts.ts';
import { writeWhole } from './whole-file.ts';

/** Verdicts that a person asks about. */
const ASKED: readonly Verdict[] = ['fail', 'waived', 'inconclusive'];
/** Cells that are explained with their exchanges: in a run in which all is open they would be thousands. */
const MOST = 200;

const labelOf = (labels: readonly Label[], name: string): string | undefined =>
  labels.find((each) => each.name === name)?.value;

/** Writes each exchange once, however many results show it. */
const attachmentsIn = (resultsDir: string): ((exchange: Exchange) => string) => {
  const written = new Set<string>();
  return (exchange) => {
    const name = `exchange-${exchange.n}-attachment.json`;
    if (!written.has(name)) writeFileSync(join(resultsDir, name), httpTranscript(exchange));
    written.add(name);
    return name;
  };
};

type Groups = ReadonlyMap<string, readonly CellVerdict[]>;

const grouped = (cells: readonly CellVerdict[]): Groups =>
  Map.groupBy(
    cells,
    ({ requirement, operation: on }) => `${requirement} ${LINE_TITLES[operation(on).line]}`,
  );

/** The gravest cells, which are explained, and those that are cut off. */
const askedBy = (verdicts: readonly CellVerdict[]): { asked: Groups; cut: Groups } => {
  const open = ASKED.flatMap((asked) => verdicts.filter(({ verdict }) => verdict === asked));
  return { asked: grouped(open.slice(0, MOST)), cut: grouped(open.slice(MOST)) };
};

/** Nobody should take what is cut off for what was not found. */
const cutSentence = (cells: readonly CellVerdict[]): readonly string[] =>
  cells.length === 0
    ? []
    : [
        `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'} of this requirement that did not pass ${cells.length === 1 ? 'is' : 'are'} not explained here: this report explains the ${MOST} gravest cells of a run. All are named in report.html and in verdicts.jsonl.`,
      ];

const explained = (
  result: TestResult,
  cells: readonly CellVerdict[],
  cut: readonly CellVerdict[],
  steps: TestResult['steps'],
  run: ExplainedRun,
): TestResult => ({
  ...result,
  description: [cellsDescription([...cells, ...cut].slice(0, Math.max(1, cells.length)), run)]
    .concat(cutSentence(cut))
    .join('\n\n'),
  ...(cells.length === 0
    ? {}
    : {
        statusDetails: {
          message: cells.map(cellSentence).join('\n'),
          trace: cells.map(run.replay).join('\n'),
        },
      }),
  steps: [...steps, ...result.steps],
});

/**
 * Gives the Allure result of every requirement that did not pass what a person asks for: wanted and got of each operation,
 * the sentence, source and rules, the lines for replay and curl, and the exchanges that show it by the parts that they play.
 */
export const explainAllure = (resultsDir: string, run: ExplainedRun): void => {
  if (!existsSync(resultsDir)) return;
  const { asked, cut } = askedBy(run.verdicts);
  if (asked.size === 0) return;
  const byNumber = new Map(run.exchanges.map((each) => [each.n, each]));
  const byCell = Map.groupBy(run.findings, (each) => cellId(each.requirement, each.operation));
  const attach = attachmentsIn(resultsDir);
  for (const name of readdirSync(resultsDir)) {
    if (!name.endsWith('-result.json')) continue;
    const path = join(resultsDir, name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes('"name":"requirement"')) continue;
    const result = JSON.parse(text) as TestResult;
    if (result.status === Status.BROKEN || result.status === Status.PASSED) continue;
    const group = `${labelOf(result.labels, 'requirement')} ${labelOf(result.labels, 'epic')}`;
    const [cells, rest] = [asked.get(group) ?? [], cut.get(group) ?? []];
    if (cells.length + rest.length === 0) continue;
    const steps = cells.flatMap((cell) =>
      exchangeSteps(cell, exchangeParts(cell, byCell.get(cell.cell) ?? [], byNumber), attach),
    );
    writeWhole(path, JSON.stringify(explained(result, cells, rest, steps, run)));
  }
};
