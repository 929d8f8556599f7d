import {
  type HistoryLine,
  type MovedLine,
  type NightLine,
  HISTORY_SCHEMA,
} from './history-line.ts';
import { didYouMean } from '../../client/did-you-mean.ts';
import { UsageError } from '../../client/usage-error.ts';
import { shellWord } from '../../client/shell-word.ts';

/** A night, and where its service is by now. */
export interface PlacedNight {
  readonly line: NightLine;
  /** The address of that night, unless a person has said since that the service moved; empty for the embedded one. */
  readonly address: string;
}

/** What of a history says that a service moved, in the order in which it was said. */
export const movesIn = (lines: readonly HistoryLine[]): readonly MovedLine[] =>
  lines.filter((line) => line.kind === 'moved');

/** The nights of a history with the address of today: a move counts for the nights of its series that are written before it. */
export const placedNights = (lines: readonly HistoryLine[]): readonly PlacedNight[] => {
  const nights: PlacedNight[] = [];
  for (const line of lines) {
    if (line.kind === 'night') nights.push({ line, address: line.target.address });
    if (line.kind !== 'moved') continue;
    for (const [index, night] of nights.entries())
      if (night.line.series === line.series && night.address === line.from)
        nights[index] = { ...night, address: line.to };
  }
  return nights;
};

/** Where the service of a history was and is, as a caller writes it. */
export interface Move {
  readonly from?: string;
  readonly to?: string;
  /** Left out: every series with nights at the old address. */
  readonly series?: string;
  readonly reason?: string;
}

const wanted = (option: string, what: string): UsageError =>
  new UsageError(`expected --${option} with \`assay history move\`: ${what}`);

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
  if (from === to) throw new UsageError(`expected two addresses, got ${from} twice`);
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

/** A target as a sentence calls it; the embedded service has no address. */
export const targetText = (name: string, address: string): string =>
  address === '' ? name : `${name} at ${address}`;

/** The targets of a history where it is of several: on one line of business, since motor gap may have an address of its own. */
export const severalTargets = (lines: readonly HistoryLine[]): readonly string[] =>
  [...Map.groupBy(placedNights(lines), ({ line }) => line.line).values()]
    .map((own) => [
      ...new Set(own.map(({ line, address }) => targetText(line.target.name, address))),
    ])
    .find((names) => names.length > 1) ?? [];

/** The command by which a person says that the service of a history has moved. */
export const moveCommand = (file: string, from: string, to: string): string =>
  ['assay', 'history', 'move', '--history', file, '--from', from, '--to', to, '--reason', 'PROJ-7']
    .map((word) => shellWord([word]))
    .join(' ');
