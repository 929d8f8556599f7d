import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { countVerdicts } from '../../store/run-record.ts';
import { MARKS } from './mark.ts';
import { painter } from './paint.ts';

/** Always shown, zero or not. */
const ALWAYS: readonly Verdict[] = ['pass', 'fail', 'inconclusive'];
const COLUMNS: readonly (readonly [Verdict, string])[] = [
  ['fail', 'failed'],
  ['error', 'errors'],
  ['inconclusive', 'inconclusive'],
  ['waived', 'waived'],
  ['pass', 'passed'],
  ['observed', 'observed'],
  ['not-applicable', 'not applicable'],
];
const LINE_WIDTH = 12;
const GAP = 2;

/**
 * Lines of which something was judged by verdicts, in cells, as the last line and every report count them; the gravest verdict first. Columns of rare
 * verdicts are there only where they occur. 100 columns at most.
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
