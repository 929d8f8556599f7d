import { LINES, LINE_TITLES, type Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { operationOf } from '../../spec/operations.ts';
import type { OperationCount } from '../operation-counts.ts';
import type { RunRecord } from '../run-record.ts';
import { MARKS } from './mark.ts';
import { painter, type Style } from './paint.ts';

/** Rows of the table, in the order in which a journey takes them. */
export const STEPS = [
  'draft-create',
  'draft-get',
  'draft-update',
  'car-post',
  'car-put',
  'car-delete',
  'person-post',
  'person-put',
  'person-delete',
  'metadata-post',
  'metadata-put',
  'metadata-delete',
  'price-info',
  'price-request',
  'token-terms',
  'lead-create',
  'contract-create',
  'payment-status',
  'contract-get',
  'contract-download',
] as const satisfies readonly Step[];

interface TableCell {
  readonly text: string;
  readonly style: Style;
}

const NO_OPERATION: TableCell = { text: '·', style: 'gray' };
const NOT_REACHED: TableCell = { text: '–', style: 'gray' };

const counted = ({ requests, successes, failed }: OperationCount): TableCell => {
  const mark = MARKS[failed > 0 ? 'fail' : successes < requests ? 'inconclusive' : 'pass'];
  return { text: `${mark.sign} ${successes}/${requests}`, style: mark.style };
};

const cellOf = (run: Pick<RunRecord, 'operations'>, line: Line, step: Step): TableCell => {
  const row = operationOf(line, step);
  if (!row) return NO_OPERATION;
  const count = run.operations[row.id];
  if (!count) return NOT_REACHED;
  if (count.requests === 0 && count.failed === 0) return NOT_REACHED;
  return counted(count);
};

const STEP_WIDTH = 20;
const CELL_WIDTH = 18;

/**
 * Steps by lines: `✓ 10/10` successes of legal requests, `✗` where a cell of the operation failed, `?` where a request
 * found no success but nothing failed, `–` not reached or not applicable, `·` no such operation. 92 columns at most.
 */
export const renderTable = (
  run: Pick<RunRecord, 'operations'>,
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const row = (name: string, cells: readonly TableCell[]): string => {
    const texts = cells.map(({ text, style }, at) => {
      const gap = ' '.repeat(at === cells.length - 1 ? 0 : Math.max(1, CELL_WIDTH - text.length));
      return paint(style, text) + gap;
    });
    return name.padEnd(STEP_WIDTH) + texts.join('');
  };
  const head = row(
    '',
    LINES.map((line): TableCell => ({ text: LINE_TITLES[line], style: 'bold' })),
  );
  const rows = STEPS.map((step) =>
    row(
      step,
      LINES.map((line) => cellOf(run, line, step)),
    ),
  );
  return [head, ...rows].join('\n');
};
