import * as allure from 'allure-js-commons';
import { AssertionError } from 'node:assert';
import { beforeAll, describe, test, type TestContext } from 'vitest';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { reasonText } from '../../oracles/not-judged.ts';
import { renderFailure } from '../../reports/console/failure.ts';
import { VERDICT_WORDS } from '../../reports/console/paint.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { CATALOGUE, requirementOf, type RequirementId, areaOf } from '../../spec/catalogue.ts';
import { type Line, LINE_TITLES, LINES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { replayLine } from '../replay/replay-line.ts';
import type { ShownRun } from '../shown-run.ts';
import { existsSync, readFileSync } from 'node:fs';
import { BaseMessageTestRuntime, getGlobalTestRuntime } from 'allure-js-commons/sdk/runtime';
import { cellsDescription } from '../../reports/allure-explanation.ts';
import { callName, failureStory } from '../../reports/story/failure-story.ts';
import { printable } from '../../store/printable.ts';
import { AREA_TITLES } from '../../spec/area.ts';
import { HTTP_TRANSCRIPT, httpTranscript } from '../../spec/http-transcript.ts';

/** Commands that reproduce a cell. */
export interface CellCommands {
  readonly replay: string;
  readonly curl?: string | undefined;
}

/** Verdicts that need an explanation. */
const ASKED: ReadonlySet<CellVerdict['verdict']> = new Set(['fail', 'waived', 'inconclusive']);

/** Cells of a requirement on a line whose exchanges are attached. */
const MAX_CELLS = 20;

/** True if allure-vitest is active; without it its API would log errors. */
const isAllureListening = (): boolean => getGlobalTestRuntime() instanceof BaseMessageTestRuntime;

const attachExchanges = async (run: ShownRun, cell: CellVerdict): Promise<void> => {
  const story = failureStory(cell, run.findingsOf(cell.cell), run.byNumber, run.historiesOf);
  for (const { part, decides, exchange } of story.lanes.flat()) {
    const { n, request, response, error } = exchange;
    const path = URL.parse(request.url)?.pathname ?? request.url;
    const outcome = response?.status ?? error?.code ?? 'no answer';
    const name = printable(
      `${callName(exchange)}, ${decides ? 'deciding ' : ''}${part} (exchange ${n}): ${request.method} ${path} → ${outcome}`,
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
 * Adds labels to the Allure result of the current test and, if its cells did not pass, the sentence, source and rules, the
 * commands that reproduce each cell, and the exchanges by role.
 */
const describeInAllure = async (
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
  const shown = asked.slice(0, MAX_CELLS);
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

/** Attaches the open points document to the current test, if the run wrote one. */
const attachOpenPoints = async ({ openPoints }: ShownRun['folder']): Promise<void> => {
  if (!isAllureListening()) return;
  await allure.epic('Verdict');
  if (!existsSync(openPoints.markdown)) return;
  await allure.attachment('open points', readFileSync(openPoints.markdown, 'utf8'), {
    contentType: 'text/markdown',
    fileExtension: '.md',
  });
};

/** Run whose verdicts become tests: a finished one, or one to be conducted before the first test. */
export type TestedRun =
  | { readonly finished: ShownRun; readonly commands: Readonly<Record<string, CellCommands>> }
  | { readonly lines: readonly Line[] | undefined; readonly conduct: () => Promise<ShownRun> };

const testOf = ({ requirement, operation: on }: CellVerdict): string =>
  `${requirement} ${operation(on).line}`;

/** Reason why a cell neither passed nor failed, in one line. */
const skipLine = ({ operation: on, got, ...why }: CellVerdict): string =>
  `${VERDICT_WORDS[why.verdict]}, ${why.waiver?.reason ?? reasonText(why)}: ${operation(on).name}, ${got}`;

/** Error for a verdict on the service: a stack trace into the harness is of no use. */
const verdictError = (message: string): AssertionError => {
  const error = new AssertionError({ message });
  error.stack = message;
  return error;
};

const assertCells = (
  { findingsOf, exchanges, folder, record: { seed } }: ShownRun,
  context: TestContext,
  cells: readonly CellVerdict[],
  commands: Readonly<Record<string, CellCommands>>,
): void => {
  const of = (...verdicts: CellVerdict['verdict'][]) =>
    cells.filter(({ verdict }) => verdicts.includes(verdict));
  const text = (verdict: CellVerdict): string =>
    renderFailure({
      verdict,
      requirement: requirementOf(verdict.requirement),
      findings: findingsOf(verdict.cell),
      exchanges,
      ...(commands[verdict.cell] ?? { replay: replayLine(verdict, { seed }, folder) }),
    });
  const [broken] = of('error');
  if (broken) throw new Error(text(broken));
  const failed = of('fail');
  if (failed.length > 0) throw verdictError(failed.map(text).join('\n\n'));
  const open = of('inconclusive');
  // Allure drops the reason of a skipped test, and excludes it from its chart.
  if (open.length > 0 && isAllureListening()) throw new Error(open.map(skipLine).join('\n'));
  const [first] = [...open, ...of('waived')];
  if (first) context.skip(skipLine(first));
  const [free] = of('observed', 'not-applicable');
  if (free && of('pass').length === 0) context.skip(skipLine(free));
  if (cells.length === 0) context.skip('not selected');
};

/** Registers one vitest test for each requirement of each line, and one for the verdict of the run. */
export const registerTests = (tested: TestedRun): void => {
  const isFinished = 'finished' in tested;
  const lines = isFinished ? LINES : (tested.lines ?? LINES);
  const commands = isFinished ? tested.commands : {};
  // The cells of a finished run are known.
  const judged = isFinished ? new Set(tested.finished.verdicts.map(testOf)) : undefined;
  let shown = isFinished ? tested.finished : undefined;
  const ended = (): ShownRun => {
    if (!shown) throw new Error('the run did not end');
    return shown;
  };
  describe('conformance', () => {
    beforeAll(async () => {
      if (!isFinished) shown = await tested.conduct();
    }, 0);
    test('every cell is judged, and none fails', async () => {
      const { record, folder } = ended();
      await attachOpenPoints(folder);
      if (record.exitCode !== EXIT.conformant) throw verdictError(renderSummary(record));
    });
    for (const line of lines)
      describe(LINE_TITLES[line], () => {
        for (const [id, { operations, statement }] of CATALOGUE)
          if (judged?.has(`${id} ${line}`) ?? operations.some((on) => operation(on).line === line))
            test(`${id} ${statement}`, async (context) => {
              const run = ended();
              const cells = run.verdicts.filter((each) => testOf(each) === `${id} ${line}`);
              await describeInAllure(run, line, id, cells, commands);
              assertCells(run, context, cells, commands);
            });
      });
  });
};
