import type { HistoryLine, MovedLine, NightLine } from './history-line.ts';

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
