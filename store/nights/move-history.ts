import { didYouMean } from '../../client/did-you-mean.ts';
import { UsageError } from '../../client/usage-error.ts';
import { HISTORY_SCHEMA, type HistoryLine, type MovedLine } from './history-line.ts';
import { placedNights } from './moved-nights.ts';

/** Where the service of a history was and is, as a caller writes it. */
export interface Move {
  readonly from?: string;
  readonly to?: string;
  /** Left out: every series with nights at the old address. */
  readonly series?: string;
  readonly reason?: string;
}

const wanted = (option: string, what: string): UsageError =>
  new UsageError(`wanted --${option} with \`assay history move\`: ${what}`);

const unknownPlace = (from: string, known: readonly string[]): UsageError => {
  const guess = didYouMean(from, known);
  return new UsageError(
    `--from: the history has no nights at ${from}${guess ? `, ${guess}` : ''}; its nights are at ${known.join(', ') || 'no address, since the embedded service has none'}`,
  );
};

/** The lines that say that the service of a history moved, one for each series with nights at the old address. Throws UsageError. */
export const movedLines = (
  lines: readonly HistoryLine[],
  { from, to, series, reason }: Move,
  at: Date,
): readonly MovedLine[] => {
  if (from === undefined) throw wanted('from', 'where the service was, as list shows it');
  if (to === undefined) throw wanted('to', 'where it is now, as in the target');
  if (reason === undefined || reason.trim() === '')
    throw wanted('reason', 'why what is there now is the same service');
  if (from === to) throw new UsageError(`wanted two addresses, got ${from} twice`);
  const nights = placedNights(lines).filter(
    ({ line, address }) => address !== '' && (series === undefined || line.series === series),
  );
  const moved = new Set(
    nights.filter(({ address }) => address === from).map(({ line }) => line.series),
  );
  if (moved.size === 0)
    throw unknownPlace(from, [...new Set(nights.map(({ address }) => address))]);
  return [...moved].map((name) => ({
    schema: HISTORY_SCHEMA,
    at: at.toISOString(),
    kind: 'moved',
    series: name,
    from,
    to,
    reason,
  }));
};
