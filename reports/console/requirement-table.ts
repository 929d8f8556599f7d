import { LINE_TITLES } from '../../spec/line.ts';
import type { RequirementCounts } from '../requirement-counts.ts';
import { MARKS } from './mark.ts';
import { painter } from './paint.ts';

type Column = Exclude<keyof RequirementCounts, 'line'>;

/** Always shown, zero or not. */
const ALWAYS: readonly Column[] = ['pass', 'fail', 'inconclusive'];
const COLUMNS: readonly (readonly [Column, string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['inconclusive', 'inconclusive'],
  ['waived', 'waived'],
  ['error', 'errors'],
  ['observed', 'observed'],
  ['not-applicable', 'not applicable'],
  ['notTestable', 'not testable'],
];
const LINE_WIDTH = 16;
const GAP = 2;

/**
 * Lines by verdicts, in requirements. `not testable`: no run of this version judges them (`assay list --summary`).
 * Columns of rare verdicts are there only where they occur. 100 columns at most.
 */
export const renderRequirementTable = (
  counts: readonly RequirementCounts[],
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const columns = COLUMNS.filter(
    ([key]) => ALWAYS.includes(key) || counts.some((each) => each[key] > 0),
  );
  const head = columns.map(([, title]) => title.padStart(title.length + GAP)).join('');
  const rows = counts.map((each) => {
    const cells = columns.map(([key, title]) => {
      const text = String(each[key]).padStart(title.length + GAP);
      if (each[key] === 0 || key === 'notTestable') return paint('gray', text);
      return paint(MARKS[key].style, text);
    });
    return LINE_TITLES[each.line].padEnd(LINE_WIDTH) + cells.join('');
  });
  return [paint('bold', 'Requirements'.padEnd(LINE_WIDTH) + head), ...rows].join('\n');
};
