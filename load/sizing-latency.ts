import { percentileOf } from './measuring/quantile-sketch.ts';
import type { LoadRecord } from '../store/load/load-record.ts';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Line } from '../spec/line.ts';

/** Pace of a service in an accepted run, or a guess for a slow one whose next run needs more virtual users. */
export interface SizingLatency {
  readonly at: string;
  /** See `pacedAt`. */
  readonly address: string;
  readonly line: Line;
  /** The p99 of the price requests in seconds. */
  readonly p99: number;
  /** A guess after a run whose starts found all virtual users busy; the pace of the last accepted run stays valid beside it. */
  readonly short?: true;
}

/** Key of a line's pace: its address, and the name of its target within the file. */
export const sizingKey = (
  { base_url, gap_base_url, chosenAs }: Omit<LoadRecord['target'], 'name' | 'insecure'>,
  line: Line,
): string => {
  const address = line === 'gap' ? gap_base_url : base_url;
  return chosenAs === undefined ? address : `${address} (${chosenAs})`;
};

/** File with the paces of all runs in a folder. */
export const sizingFile = (out: string): string => join(out, 'load-history.jsonl');

const entriesIn = (file: string): readonly SizingLatency[] => {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): SizingLatency[] => {
      try {
        const entry = JSON.parse(line) as SizingLatency;
        return Number.isFinite(entry.p99) ? [entry] : [];
      } catch {
        // A line truncated by a kill.
        return [];
      }
    });
};

/** Number of later runs after which a shortage of virtual users is forgotten. */
const REMEMBERED = 5;

/**
 * The p99 in seconds from which the virtual users of a line at an address are computed: that of the last accepted run,
 * or more if one of the last few had too few of them; undefined if neither is known.
 */
export const expectedLatency = (file: string, address: string, line: Line): number | undefined => {
  const own = entriesIn(file).filter((each) => each.address === address && each.line === line);
  const accepted = own.findLast(({ short }) => !short);
  const short = own.slice(-REMEMBERED).filter((each) => each.short);
  const paces = [...(accepted ? [accepted] : []), ...short].map(({ p99 }) => p99);
  return paces.length === 0 ? undefined : Math.max(...paces);
};

/** Share of dropped starts above which the next run gets more virtual users. */
const FEW_DROPPED = 0.001;
/** Seconds up to which a guess is doubled. */
const MOST_GUESSED = 5;

/** The pace for the next run after one that dropped starts; undefined if it had enough virtual users. */
export const latencyAfterDrops = (
  { planned, dropped }: { readonly planned: number; readonly dropped: number },
  p99: number,
  pace: number,
): number | undefined =>
  dropped <= planned * FEW_DROPPED ? undefined : Math.max(p99, Math.min(2 * pace, MOST_GUESSED));

/** Appends paces to the file. */
export const saveLatencies = (file: string, paces: readonly SizingLatency[]): void => {
  if (paces.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, paces.map((pace) => `${JSON.stringify(pace)}\n`).join(''));
};

/** The paces of a line for the next run: its p99, and a guess if its starts found too few virtual users. */
const pacesIn = (
  { verdict, target, endedAt: at }: LoadRecord,
  { line, sketch, pace, planned, dropped }: LoadRecord['lines'][number],
): readonly SizingLatency[] => {
  const known = { at, address: sizingKey(target, line), line };
  const p99 = sketch === null ? undefined : percentileOf(sketch, 99) / 1000;
  const short =
    pace === undefined ? undefined : latencyAfterDrops({ planned, dropped }, p99 ?? 0, pace);
  return [
    ...(verdict === 'PASS' && p99 !== undefined ? [{ ...known, p99 }] : []),
    ...(short === undefined ? [] : [{ ...known, p99: short, short: true as const }]),
  ];
};

/** Saves the paces of a completed run. */
export const saveRunLatencies = (file: string, record: LoadRecord): void => {
  if (record.verdict === 'ERROR' || record.stopped !== null) return;
  saveLatencies(
    file,
    record.lines.flatMap((each) => pacesIn(record, each)),
  );
};
