import {
  type HistoryLine,
  type MovedLine,
  type NightLine,
  HISTORY_SCHEMA,
} from './history-line.ts';
import { didYouMean } from '../../client/did-you-mean.ts';
import { UsageError } from '../../client/usage-error.ts';
import { shellWord } from '../../client/shell-word.ts';

/** A night with the current address of its service. */
export interface PlacedNight {
  readonly line: NightLine;
  /** Address of that night, unless a move was declared since; empty for the embedded service. */
  readonly address: string;
}

/** Declared moves in a history, in the order of declaration. */
export const movesIn = (lines: readonly HistoryLine[]): readonly MovedLine[] =>
  lines.filter((line) => line.kind === 'moved');

/** Nights of a history with current addresses: a move applies to earlier nights of its series. */
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

/** Old and new address of a service, as the user gives them. */
export interface Move {
  readonly from?: string;
  readonly to?: string;
  /** Default: every series with nights at the old address. */
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

/** Creates the lines of a move, one for each series with nights at the old address. Throws UsageError. */
export const movedLines = (
  lines: readonly HistoryLine[],
  { from, to, series, reason }: Move,
  at: Date,
): readonly MovedLine[] => {
  if (from === undefined) throw wanted('from', 'the old address of the service, as list shows it');
  if (to === undefined) throw wanted('to', 'its new address, as in the target');
  if (reason === undefined || reason.trim() === '')
    throw wanted('reason', 'why it is the same service');
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

/** A target in a sentence; the embedded service has no address. */
export const targetText = (name: string, address: string): string =>
  address === '' ? name : `${name} at ${address}`;

/** Targets of a history that has several on one line of business, since motor gap may have a separate address. */
export const severalTargets = (lines: readonly HistoryLine[]): readonly string[] =>
  [...Map.groupBy(placedNights(lines), ({ line }) => line.line).values()]
    .map((own) => [
      ...new Set(own.map(({ line, address }) => targetText(line.target.name, address))),
    ])
    .find((names) => names.length > 1) ?? [];

/** Command that declares a move of the service of a history. */
export const moveCommand = (file: string, from: string, to: string): string =>
  ['assay', 'history', 'move', '--history', file, '--from', from, '--to', to, '--reason', 'PROJ-7']
    .map((word) => shellWord([word]))
    .join(' ');
