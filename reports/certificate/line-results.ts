import { VERDICTS, type CellVerdict, type Verdict } from '../../oracles/finding.ts';
import type { Cell } from '../../oracles/ledger.ts';
import { type Line, LINES, LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';

/** What can be said of a line of business. */
export const LINE_RESULTS = [
  'conformant',
  'not conformant',
  'not complete',
  'waived on authentication',
  'not claimed',
] as const;

/** How many cells of a line the run had to judge, and what became of them. */
export interface LineCounts {
  readonly cells: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Of those that are waived: about authentication, where nothing can be waived for a certificate. */
  readonly waivedAuthentication: number;
}

/** What is said of a line, and what it is said for. */
export interface LineResult extends LineCounts {
  readonly line: Line;
  readonly result: (typeof LINE_RESULTS)[number];
}

/** What the counts of a line amount to. */
export const resultOf = ({
  cells,
  verdicts,
  waivedAuthentication,
}: LineCounts): LineResult['result'] => {
  if (cells === 0) return 'not claimed';
  if (verdicts.fail > 0) return 'not conformant';
  const judged = VERDICTS.reduce((sum, verdict) => sum + verdicts[verdict], 0);
  const isOpen = verdicts.inconclusive + verdicts.error > 0 || judged !== cells;
  // A line of which nothing was seen to be right is not right.
  if (isOpen || verdicts.pass === 0) return 'not complete';
  return waivedAuthentication > 0 ? 'waived on authentication' : 'conformant';
};

const isAuthentication = (id: string): boolean => id.startsWith('AUTH-');

const countsOf = (cells: readonly Cell[], verdicts: readonly CellVerdict[]): LineCounts => {
  const ids = new Set(cells.map(({ id }) => id));
  const own = verdicts.filter(({ cell }) => ids.has(cell));
  const count = (verdict: Verdict) => own.filter((each) => each.verdict === verdict).length;
  return {
    cells: cells.length,
    verdicts: Object.fromEntries(VERDICTS.map((each) => [each, count(each)])) as Record<
      Verdict,
      number
    >,
    waivedAuthentication: own.filter(
      ({ verdict, requirement }) => verdict === 'waived' && isAuthentication(requirement),
    ).length,
  };
};

/** What is said of every line, also of those that the run did not judge. */
export const lineResults = (
  ledger: readonly Cell[],
  verdicts: readonly CellVerdict[],
): readonly LineResult[] => {
  const byLine = Map.groupBy(ledger, (cell) => operation(cell.operation).line);
  return LINES.map((line) => {
    const counts = countsOf(byLine.get(line) ?? [], verdicts);
    return { line, result: resultOf(counts), ...counts };
  });
};

/** What a reader would take for judged, and was not. */
const UNJUDGED = [
  ['waived', 'waived'],
  ['not-applicable', 'not applicable'],
] as const;

const titled = ({ line, verdicts }: LineResult): string => {
  const unjudged = UNJUDGED.filter(([verdict]) => verdicts[verdict] > 0).map(
    ([verdict, word]) => `${verdicts[verdict]} ${word}`,
  );
  const title = LINE_TITLES[line].toLowerCase();
  return unjudged.length === 0 ? title : `${title} (${unjudged.join(', ')})`;
};

/** Such as `conformant: jobloss, travel; not claimed: landlord`. */
export const linesInWords = (lines: readonly LineResult[]): string =>
  LINE_RESULTS.flatMap((result) => {
    const own = lines.filter((each) => each.result === result);
    return own.length === 0 ? [] : [`${result}: ${own.map(titled).join(', ')}`];
  }).join('; ');
