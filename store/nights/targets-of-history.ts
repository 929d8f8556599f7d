import { shellWord } from '../../client/shell-word.ts';
import type { HistoryLine } from './history-line.ts';
import { placedNights } from './moved-nights.ts';

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
