import * as allure from 'allure-js-commons';
import { existsSync, readFileSync } from 'node:fs';
import { BaseMessageTestRuntime, getGlobalTestRuntime } from 'allure-js-commons/sdk/runtime';
import type { CellVerdict } from '../../oracles/finding.ts';
import { cellsDescription } from '../../reports/allure-explanation.ts';
import { exchangeParts } from '../../reports/exchange-parts.ts';
import { printable } from '../../store/printable.ts';
import { AREA_TITLES, areaOf } from '../../spec/area.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { HTTP_TRANSCRIPT, httpTranscript } from '../../spec/http-transcript.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { replayLine } from '../replay/replay-line.ts';
import type { ShownRun } from './requirement-tests.ts';

/** The commands that show a cell again. */
export interface CellCommands {
  readonly replay: string;
  readonly curl?: string | undefined;
}

/** Verdicts that a person asks about. */
const ASKED: ReadonlySet<CellVerdict['verdict']> = new Set(['fail', 'waived', 'inconclusive']);

/** Cells of a requirement on a line whose exchanges are attached. */
const MOST = 20;

/** True if allure-vitest takes what a test reports; without it the calls of its API would complain. */
export const isAllureListening = (): boolean =>
  getGlobalTestRuntime() instanceof BaseMessageTestRuntime;

const attachExchanges = async (run: ShownRun, cell: CellVerdict): Promise<void> => {
  for (const { title, exchange } of exchangeParts(cell, run.findingsOf(cell.cell), run.byNumber)) {
    const { n, request, response, error } = exchange;
    const path = URL.parse(request.url)?.pathname ?? request.url;
    const outcome = response?.status ?? error?.code ?? 'no answer';
    const name = printable(
      `${operation(cell.operation).name}, ${title} (exchange ${n}): ${request.method} ${path} → ${outcome}`,
    );
    await allure.step(name, () =>
      allure.attachment(`exchange ${n}`, httpTranscript(exchange), {
        contentType: HTTP_TRANSCRIPT,
        fileExtension: '.json',
      }),
    );
  }
};

/**
 * Gives the Allure result of the test under way its labels, and if its cells did not pass what a person asks for: the sentence,
 * source and rules, the commands that show each cell again, and the exchanges by the part that they play.
 */
export const describeInAllure = async (
  run: ShownRun,
  line: Line,
  requirement: RequirementId,
  cells: readonly CellVerdict[],
  commands: Readonly<Record<string, CellCommands>>,
): Promise<void> => {
  if (!isAllureListening()) return;
  const { record, folder } = run;
  const commandsOf = (cell: CellVerdict): CellCommands =>
    commands[cell.cell] ?? { replay: replayLine(cell, { seed: record.seed }, folder) };
  await allure.labels(
    { name: 'epic', value: LINE_TITLES[line] },
    { name: 'feature', value: AREA_TITLES[areaOf(requirement)] },
    { name: 'requirement', value: requirement },
    ...cells.map(({ verdict }) => ({ name: 'verdict', value: verdict })),
  );
  const asked = cells.filter(({ verdict }) => ASKED.has(verdict));
  if (asked.length === 0) return;
  const shown = asked.slice(0, MOST);
  const cut = asked.length - shown.length;
  await allure.description(
    [
      cellsDescription(shown, {
        verdicts: run.verdicts,
        findings: run.findings,
        exchanges: run.exchanges,
        seed: record.seed,
        replay: (cell) => commandsOf(cell).replay,
        curl: (cell) => commandsOf(cell).curl,
      }),
      ...(cut > 0
        ? [`${cut} more cells of it did not pass; report.html and verdicts.jsonl name them.`]
        : []),
    ].join('\n\n'),
  );
  for (const cell of shown) await attachExchanges(run, cell);
};

/** Gives the Allure result of the test under way the document about what the specification leaves open, if the run wrote one. */
export const attachOpenPoints = async ({ openPoints }: ShownRun['folder']): Promise<void> => {
  if (!isAllureListening()) return;
  await allure.epic('Verdict');
  if (!existsSync(openPoints.markdown)) return;
  await allure.attachment('open points', readFileSync(openPoints.markdown, 'utf8'), {
    contentType: 'text/markdown',
    fileExtension: '.md',
  });
};
