import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Line } from '../../spec/line.ts';

/** How fast a service was in a run that was accepted. */
export interface AcceptedPace {
  readonly at: string;
  /** By `pacedAt`. */
  readonly address: string;
  readonly line: Line;
  /** Seconds within which 99 % of the price requests were answered. */
  readonly p99: number;
}

/** Where a line was answered: the address, and which of its file's targets was asked there. */
export const pacedAt = (
  {
    base_url,
    gap_base_url,
    chosenAs,
  }: {
    readonly base_url: string;
    readonly gap_base_url: string;
    readonly chosenAs?: string | undefined;
  },
  line: Line,
): string => {
  const address = line === 'gap' ? gap_base_url : base_url;
  return chosenAs === undefined ? address : `${address} (${chosenAs})`;
};

const entriesIn = (file: string): readonly AcceptedPace[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): AcceptedPace[] => {
      try {
        const entry = JSON.parse(line) as AcceptedPace;
        return Number.isFinite(entry.p99) ? [entry] : [];
      } catch {
        // A line that a killed run left unfinished.
        return [];
      }
    });
};

/** The newest accepted pace of a line at an address, in seconds; undefined where there is none. */
export const lastAcceptedPace = (file: string, address: string, line: Line): number | undefined =>
  entriesIn(file).findLast((each) => each.address === address && each.line === line)?.p99;

/** Keeps the pace of a run that ended with PASS. */
export const acceptPaces = (file: string, paces: readonly AcceptedPace[]): void => {
  if (paces.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, paces.map((pace) => `${JSON.stringify(pace)}\n`).join(''));
};
