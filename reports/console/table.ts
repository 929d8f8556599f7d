import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { LINE_TITLES, type Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { operationOf, OPERATIONS } from '../../spec/operations.ts';
import { countVerdicts, type RunRecord } from '../../store/run-record.ts';
import { MARKS, painter, type Style, VERDICT_WORDS, verdictWord } from './paint.ts';

/** Rows of the table in the order of a journey; travel has them all. */
export const STEPS: readonly Step[] = OPERATIONS.filter(({ line }) => line === 'travel').map(
  ({ step }) => step,
);

interface TableCell {
  readonly text: string;
  readonly style: Style;
  /** True if it needs no attention. */
  readonly isCalm: boolean;
}

/** Source of the table. */
export interface TableSource {
  readonly record: Pick<RunRecord, 'lines' | 'operations'>;
  readonly verdicts: readonly CellVerdict[];
}

const NO_OPERATION: TableCell = { text: '·', style: 'gray', isCalm: true };
const NOT_REACHED: TableCell = { text: '–', style: 'gray', isCalm: false };
const NOT_SELECTED: TableCell = { ...NOT_REACHED, isCalm: true };

/** Most severe first: a cell of the table shows the most severe verdict of its operation, with the count. */
const SHOWN: readonly Verdict[] = ['error', 'fail', 'inconclusive', 'waived', 'pass'];
const CALM: readonly Verdict[] = ['pass', 'waived'];

const cellOf = ({ record, verdicts }: TableSource, line: Line, step: Step): TableCell => {
  const row = operationOf(line, step);
  if (!row) return NO_OPERATION;
  const own = verdicts.filter(({ operation }) => operation === row.id);
  if (own.length === 0) return NOT_SELECTED;
  const counts = countVerdicts(own);
  const shown = SHOWN.find((verdict) => counts[verdict] > 0);
  const isSilent = (record.operations[row.id]?.requests ?? 0) === 0;
  if (shown === undefined || (isSilent && shown === 'inconclusive')) return NOT_REACHED;
  const { sign, style } = MARKS[shown];
  return { text: `${sign} ${counts[shown]}`, style, isCalm: CALM.includes(shown) };
};

/** Rows with something to show; if everything fails, the failures say more. */
const ROWS = 8;
const STEP_WIDTH = 20;
const CELL_WIDTH = 12;

/**
 * Table of steps by selected lines: the sign of each operation's most severe verdict, and the number of cells with
 * it; `–` not reached or not selected, `·` no such operation. Only steps that need attention, at most eight, unless
 * `all`; empty if there are none. At most 80 columns.
 */
export const renderTable = (
  source: TableSource,
  { colour = false, all = false }: { readonly colour?: boolean; readonly all?: boolean } = {},
): string => {
  const paint = painter(colour);
  // A line may have no cells in the selection.
  const lines = source.record.lines.filter((line) =>
    source.verdicts.some((each) => each.line === line),
  );
  const row = (name: string, cells: readonly Pick<TableCell, 'text' | 'style'>[]): string => {
    const texts = cells.map(({ text, style }, at) => {
      const gap = ' '.repeat(at === cells.length - 1 ? 0 : Math.max(1, CELL_WIDTH - text.length));
      return paint(style, text) + gap;
    });
    return name.padEnd(STEP_WIDTH) + texts.join('');
  };
  const rows = STEPS.map((step) => ({
    step,
    cells: lines.map((line) => cellOf(source, line, step)),
  })).filter(({ cells }) =>
    all ? cells.some((cell) => cell !== NO_OPERATION) : cells.some(({ isCalm }) => !isCalm),
  );
  if (rows.length === 0) return '';
  const titles = lines.map((line) => ({ text: LINE_TITLES[line], style: 'bold' }) as const);
  const shown = all ? rows : rows.slice(0, ROWS);
  const more = rows.length - shown.length;
  return [
    row('', titles),
    ...shown.map(({ step, cells }) => row(step, cells)),
    ...(more > 0 ? [`… and ${more} more steps (--verbose)`] : []),
  ].join('\n');
};

/** Shown even if zero. */
const ALWAYS: readonly Verdict[] = ['pass', 'fail', 'inconclusive'];
const COLUMNS: readonly (readonly [Verdict, string])[] = [
  ['fail', 'failed'],
  ['error', 'errors'],
  ['inconclusive', VERDICT_WORDS.inconclusive],
  ['waived', 'waived'],
  ['pass', 'passed'],
  ['observed', 'observed'],
  ['not-applicable', 'not applicable'],
];
const LINE_WIDTH = 12;
const GAP = 2;

/**
 * Cells by line and verdict, counted as in the last line and in every report; the most severe verdict first. Columns
 * of rare verdicts appear only if they occur. At most 100 columns.
 */
export const renderLineTable = (
  verdicts: readonly CellVerdict[],
  lines: readonly Line[],
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const rows = lines.flatMap((line) => {
    const own = verdicts.filter((each) => each.line === line);
    return own.length === 0 ? [] : [{ line, counts: countVerdicts(own) }];
  });
  const columns = COLUMNS.filter(
    ([key]) => ALWAYS.includes(key) || rows.some(({ counts }) => counts[key] > 0),
  );
  const head = columns.map(([, title]) => title.padStart(title.length + GAP)).join('');
  const texts = rows.map(({ line, counts }) => {
    const cells = columns.map(([key, title]) => {
      const text = String(counts[key]).padStart(title.length + GAP);
      return paint(counts[key] === 0 ? 'gray' : MARKS[key].style, text);
    });
    return LINE_TITLES[line].padEnd(LINE_WIDTH) + cells.join('');
  });
  return [paint('bold', 'Cells'.padEnd(LINE_WIDTH) + head), ...texts].join('\n');
};

/** Formats a duration: `3.2 s`, `2 min 5 s`. */
export const renderDuration = (milliseconds: number): string => {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

/** Last line of a run, such as `conformant: 48 of 48 operations reached, 0 failed, seed 42, probes 3f9a1c20, 3.2 s`. */
export const renderSummary = (
  run: Pick<
    RunRecord,
    | 'exitCode'
    | 'selection'
    | 'totals'
    | 'verdicts'
    | 'waivers'
    | 'seed'
    | 'probes'
    | 'duration'
    | 'stopped'
  >,
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const outcome = verdictWord(run);
  const { totals, verdicts } = run;
  const parts = [
    `${totals.reached} of ${totals.operations} ${plural(totals.operations, 'operation')} reached`,
    `${verdicts.fail} failed`,
    verdicts.inconclusive > 0 && `${verdicts.inconclusive} not judged`,
    verdicts.waived > 0 && `${verdicts.waived} waived`,
    verdicts.error > 0 && `${verdicts.error} ${plural(verdicts.error, 'error')}`,
    run.stopped !== null && run.stopped,
    `seed ${run.seed}`,
    run.probes !== null && `probes ${run.probes.hash}`,
    renderDuration(run.duration),
  ];
  const name = painter(colour)(outcome.style, outcome.name);
  return `${name}: ${parts.filter((part) => part !== false).join(', ')}`;
};
