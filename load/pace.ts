import { percentileOf } from './measuring/quantile-sketch.ts';
import type { LoadRecord } from '../store/load/load-record.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Line } from '../spec/line.ts';

/** How fast a service was in a run that was accepted, or for how slow a one the next run needs virtual users. */
export interface KnownPace {
  readonly at: string;
  /** By `pacedAt`. */
  readonly address: string;
  readonly line: Line;
  /** Seconds within which 99 % of the price requests were answered. */
  readonly p99: number;
  /** Starts found all virtual users waiting, so that this is a guess, beside the pace of the last accepted run. */
  readonly short?: true;
}

/** Where a line was answered: the address, and which of its file's targets was asked there. */
export const pacedAt = (
  { base_url, gap_base_url, chosenAs }: Omit<LoadRecord['target'], 'name' | 'insecure'>,
  line: Line,
): string => {
  const address = line === 'gap' ? gap_base_url : base_url;
  return chosenAs === undefined ? address : `${address} (${chosenAs})`;
};

/** File of the paces of all runs in a folder. */
export const paceFile = (out: string): string => join(out, 'load-history.jsonl');

const entriesIn = (file: string): readonly KnownPace[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): KnownPace[] => {
      try {
        const entry = JSON.parse(line) as KnownPace;
        return Number.isFinite(entry.p99) ? [entry] : [];
      } catch {
        // A line that a killed run left unfinished.
        return [];
      }
    });
};

/** So many runs later, a run that had too few virtual users is forgotten. */
const REMEMBERED = 5;

/**
 * Seconds of an answer for which a line at an address takes virtual users: as in the last run that was accepted, or more if one
 * of the last few had too few of them; undefined where neither is known.
 */
export const knownPace = (file: string, address: string, line: Line): number | undefined => {
  const own = entriesIn(file).filter((each) => each.address === address && each.line === line);
  const accepted = own.findLast(({ short }) => !short);
  const short = own.slice(-REMEMBERED).filter((each) => each.short);
  const paces = [...(accepted ? [accepted] : []), ...short].map(({ p99 }) => p99);
  return paces.length === 0 ? undefined : Math.max(...paces);
};

/** Share of starts that may be dropped before the next run takes more virtual users. */
const FEW_DROPPED = 0.001;
/** Seconds up to which a guess is doubled. */
const MOST_GUESSED = 5;

/** The pace that the next run should reckon with after one that dropped starts; undefined: this one had virtual users enough. */
export const paceAfterDrops = (
  { planned, dropped }: { readonly planned: number; readonly dropped: number },
  p99: number,
  pace: number,
): number | undefined =>
  dropped <= planned * FEW_DROPPED ? undefined : Math.max(p99, Math.min(2 * pace, MOST_GUESSED));

/** Keeps what the next run has to know of the pace. */
export const keepPaces = (file: string, paces: readonly KnownPace[]): void => {
  if (paces.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, paces.map((pace) => `${JSON.stringify(pace)}\n`).join(''));
};

/** What the next run has to know of a line: how fast it was, and if its starts found too few virtual users. */
const pacesIn = (
  { verdict, target, endedAt: at }: LoadRecord,
  { line, sketch, pace, planned, dropped }: LoadRecord['lines'][number],
): readonly KnownPace[] => {
  const known = { at, address: pacedAt(target, line), line };
  const p99 = sketch === null ? undefined : percentileOf(sketch, 99) / 1000;
  const short =
    pace === undefined ? undefined : paceAfterDrops({ planned, dropped }, p99 ?? 0, pace);
  return [
    ...(verdict === 'PASS' && p99 !== undefined ? [{ ...known, p99 }] : []),
    ...(short === undefined ? [] : [{ ...known, p99: short, short: true as const }]),
  ];
};

/** Keeps what the next run has to know of the pace of one that came to its end. */
export const keepPaceOf = (file: string, record: LoadRecord): void => {
  if (record.verdict === 'ERROR' || record.stopped !== null) return;
  keepPaces(
    file,
    record.lines.flatMap((each) => pacesIn(record, each)),
  );
};
