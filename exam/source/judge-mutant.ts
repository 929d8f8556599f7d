import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Line } from '../../spec/line.ts';
import type { Worker } from '../worker.ts';
import { outcomeOfRun } from './mutant-outcome.ts';
import type { ReachCounts } from './mutant-switch.ts';
import { afterRun, type MutantRun, type MutantTrial } from './mutant-trial.ts';
import { runSource } from './source-run.ts';
import type { SourceMutant } from './instrument.ts';

/** Larger groups of mutants mask each other too often. */
const LARGEST = 16;

/** Two mutants of one declaration may mask each other; those of two hardly ever do. */
const areApart = (a: SourceMutant, b: SourceMutant): boolean =>
  a.file !== b.file || a.declaration !== b.declaration;

/**
 * Groups trials whose mutants can be active together, greedily into few groups. The first of a group needs all the
 * lines that the others need.
 */
export const groupTrials = (
  trials: readonly MutantTrial[],
): readonly (readonly MutantTrial[])[] => {
  const groups: MutantTrial[][] = [];
  for (const trial of trials.toSorted((a, b) => b.left.length - a.left.length)) {
    const fits = groups.find(
      ([first, ...others]) =>
        others.length < LARGEST - 1 &&
        trial.left.every((line) => first?.left.includes(line)) &&
        [first, ...others].every((one) => one && areApart(one.mutant, trial.mutant)),
    );
    if (fits) fits.push(trial);
    else groups.push([trial]);
  }
  return groups;
};

/** Bisects a group. */
export const bisect = <Item>(group: readonly Item[]): readonly (readonly Item[])[] => {
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)].filter((part) => part.length > 0);
};

/** Environment for judging mutants: one worker, and the state that all workers share. */
export interface MutantBench {
  readonly worker: Worker;
  /** Folder of this worker alone. */
  readonly root: string;
  readonly seed: number;
  /** Duration of a run without any mutant, in milliseconds by line. */
  readonly usual: ReadonlyMap<Line, number>;
  /** The line that killed the last mutant of each file, or the most promising one. */
  readonly killers: Map<string, Line>;
}

/** Timeout of a mutant: a multiple of the duration without one, plus milliseconds for timeouts inside the run. */
const LIMIT = { times: 5, more: 15_000 } as const;
/** Hits, as a multiple of those without a mutant, from which a mutant counts as an endless loop. */
const LOOPS = { times: 100, more: 100_000 } as const;

const usualOf = (line: Line, usual: ReadonlyMap<Line, number>): number => usual.get(line) ?? 0;

/** Runs some lines with the mutants of these trials active. */
const runWith = async (
  trials: readonly MutantTrial[],
  lines: readonly Line[],
  { worker, root, seed, usual }: MutantBench,
  reachFile?: string,
): Promise<MutantRun> => {
  const hits = trials.reduce((sum, { reach }) => sum + reach.hits, 0);
  const order = {
    mutants: trials.map(({ mutant }) => mutant.id),
    hitLimit: hits * LOOPS.times + LOOPS.more,
    ...(trials.some(({ reach }) => reach.early) ? { anew: true } : {}),
    ...(reachFile === undefined ? {} : { reachFile }),
  };
  const [file, ...others] = new Set(trials.map(({ mutant }) => mutant.file.replaceAll('/', '-')));
  const out = join(root, others.length > 0 ? 'group' : (file ?? 'none'));
  const milliseconds = lines.reduce((sum, line) => sum + usualOf(line, usual), 0);
  const limit = milliseconds * LIMIT.times + LIMIT.more;
  const run = await runSource(worker, { order, lines, seed, limit, out, failFast: true });
  return { ...run, lines, outcome: outcomeOfRun(run, run.milliseconds >= limit) };
};

/** Runs one line with a mutant: the one that killed its neighbour, or the cheapest. */
export const tryOneLine = async (trial: MutantTrial, bench: MutantBench): Promise<MutantTrial> => {
  const { mutant, left } = trial;
  const cheapest = left.toSorted((a, b) => usualOf(a, bench.usual) - usualOf(b, bench.usual))[0];
  const line = left.find((each) => each === bench.killers.get(mutant.file)) ?? cheapest;
  if (line === undefined) return trial;
  const run = await runWith([trial], [line], bench);
  if (run.outcome === 'fail') bench.killers.set(mutant.file, line);
  return afterRun(trial, run);
};

/** Runs one line with a single mutant and, if it is not detected, all remaining lines. */
export const tryAlone = async (trial: MutantTrial, bench: MutantBench): Promise<MutantTrial> => {
  let after = await tryOneLine(trial, bench);
  if (after.left.length > 0) after = afterRun(after, await runWith([after], after.left, bench));
  return after;
};

/**
 * Runs the remaining lines with a group of mutants that are expected to survive, and bisects the group if something is
 * detected. A mutant that was not reached within the group is tried alone.
 */
export const tryTogether = async (
  trials: readonly MutantTrial[],
  bench: MutantBench,
): Promise<readonly MutantTrial[]> => {
  const [only, ...others] = trials;
  if (only === undefined) return [];
  if (others.length === 0) return [await tryAlone(only, bench)];
  const reachFile = join(bench.root, 'met.json');
  const run = await runWith(trials, only.left, bench, reachFile);
  const after: MutantTrial[] = [];
  if (run.outcome !== 'survived') {
    for (const half of bisect(trials)) after.push(...(await tryTogether(half, bench)));
    return after;
  }
  const { met } = JSON.parse(readFileSync(reachFile, 'utf8')) as ReachCounts;
  const share = { ...run, milliseconds: run.milliseconds / trials.length };
  for (const trial of trials) {
    const wasMet = met.includes(trial.mutant.id);
    after.push(wasMet ? afterRun(trial, share) : await tryAlone(trial, bench));
  }
  return after;
};
