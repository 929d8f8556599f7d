import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Line, LINES } from '../../spec/line.ts';
import type { Worker } from '../worker.ts';
import type { ReachCounts } from './mutant-switch.ts';
import { runSource } from './source-run.ts';

/** Reach of a service without any mutant in a run of one line. */
export interface LineReach {
  readonly line: Line;
  readonly first: ReachCounts;
  /** Reach of the second run; undefined if there was none. */
  readonly second?: ReachCounts;
  /** Of the last of these runs; the first one loads the files. */
  readonly milliseconds: number;
}

/** Lines and time at which a mutant is reached. */
export interface Reach {
  /** Lines whose runs reach it; all lines if it is reached at load time only. */
  readonly lines: readonly Line[];
  /** True if it is, or may be, reached at load time, or only in the first run: its effect is then cached. */
  readonly early: boolean;
  /** Hits in a run of all its lines. */
  readonly hits: number;
}

/** Time limit of a run without any mutant, in milliseconds. */
const LONGEST = 120_000;

/** Conducts a line without any mutant, twice unless one run is enough. Throws if the service is not clean, since mutants could not be judged then. */
export const reachOfLine = async (
  worker: Worker,
  root: string,
  line: Line,
  seed: number,
  isOnce = false,
): Promise<LineReach> => {
  const conduct = async (): Promise<{ counts: ReachCounts; milliseconds: number }> => {
    const reachFile = join(root, `reach-${line}.json`);
    const out = join(root, `reach-${line}`);
    const run = {
      order: { mutants: [], reachFile },
      lines: [line],
      seed,
      limit: LONGEST,
      out,
      failFast: false,
    };
    const { exitCode, printed, milliseconds } = await runSource(worker, run);
    if (exitCode !== 0) {
      throw new Error(
        `the gate of ${line} ends with ${exitCode ?? 'no exit code'} on the service without a mutant:\n${printed}`,
      );
    }
    return { counts: JSON.parse(readFileSync(reachFile, 'utf8')) as ReachCounts, milliseconds };
  };
  const first = await conduct();
  if (isOnce) return { line, first: first.counts, milliseconds: first.milliseconds };
  const second = await conduct();
  return { line, first: first.counts, second: second.counts, milliseconds: second.milliseconds };
};

/** Reach of a mutant; undefined if nothing reaches it. */
export const reachOf = (id: string, all: readonly LineReach[]): Reach | undefined => {
  const reaching = all.filter(({ first }) => first.running[id] !== undefined);
  const isLoaded = all.some(({ first }) => first.loading[id] !== undefined);
  if (reaching.length === 0 && !isLoaded) return undefined;
  return {
    lines: reaching.length === 0 ? LINES : reaching.map(({ line }) => line),
    early: isLoaded || reaching.some(({ second }) => second?.running[id] === undefined),
    hits: reaching.reduce((sum, { first }) => sum + (first.running[id] ?? 0), 0),
  };
};

/**
 * The most telling line of each file: mutants that few lines reach count most. Code reached at load time is reached by
 * all lines, but mostly matters for the line that uses the rest of the file.
 */
export const primaryLines = (
  reached: readonly { readonly file: string; readonly reach: Reach }[],
): Map<string, Line> => {
  const homes = new Map<string, Line>();
  for (const [file, own] of Map.groupBy(reached, (each) => each.file)) {
    const weightOf = (line: Line): number =>
      own
        .filter(({ reach }) => reach.lines.includes(line))
        .reduce((sum, { reach }) => sum + 1 / reach.lines.length ** 2, 0);
    const [home] = LINES.toSorted((a, b) => weightOf(b) - weightOf(a));
    if (home !== undefined) homes.set(file, home);
  }
  return homes;
};
