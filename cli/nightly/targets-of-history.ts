import type { HistoryLine } from '../../reports/nightly/history-line.ts';

/** The targets of a history, as `assay nightly` tells them apart: by name, and by address on each line. */
const targetsIn = (lines: readonly HistoryLine[]): ReadonlySet<string> =>
  new Set(
    lines.flatMap((line) => {
      if (line.kind !== 'night') return [];
      const { name, address } = line.target;
      return [address === '' ? name : `${name} at ${address}`];
    }),
  );

/** The targets of a history where it is of several: on one line of business, since motor gap may have an address of its own. */
export const severalTargets = (lines: readonly HistoryLine[]): readonly string[] =>
  [...Map.groupBy(lines, (line) => (line.kind === 'night' ? line.line : '')).values()]
    .map((own) => [...targetsIn(own)])
    .find((names) => names.length > 1) ?? [];
