import { LINES } from '../../spec/line.ts';
import { controls } from './controls.ts';
import type { SourceMutant } from './instrument.ts';
import { type Bench, tryOneLine, tryTogether } from './judge-mutant.ts';
import { groupsOf } from './mutant-group.ts';
import { type Judged, judgedBy, newMutantTrial, type MutantTrial } from './mutant-trial.ts';
import { homeLines, type LineReach, reachOf, reachOfLine } from './reach.ts';
import type { WorkerPool } from './worker-pool.ts';

/** What became of all mutants, and what is wrong with the way in which it was found. */
export interface AllJudged {
  readonly judged: readonly Judged[];
  /** One sentence each: the service was not clean without a mutant. */
  readonly doubts: readonly string[];
}

/** How mutants are judged. */
export interface JudgingOrder {
  readonly seed: number;
  /** Whether a mutant is expected to survive: such are judged several at once. */
  readonly isExpected: (mutant: SourceMutant) => boolean;
  /** Told of every mutant once nothing is left to be done for it. */
  readonly onJudged: (judged: Judged) => void;
  /** Told how many runs' mutants are done, of how many; those that survive one line are run twice. */
  readonly onProgress: (done: number, of: number, last: SourceMutant) => void;
}

/** What the service without a mutant reaches, line by line. */
export const reachOfAll = async (pool: WorkerPool, seed: number): Promise<readonly LineReach[]> => {
  const found: LineReach[] = [];
  await pool.work(LINES, async (line, { worker, root }) => {
    found.push(await reachOfLine(worker, root, line, seed));
  });
  return found;
};

type Attempt = (group: readonly MutantTrial[], bench: Bench) => Promise<readonly MutantTrial[]>;

const oneLineEach: Attempt = async (group, bench) => {
  const after: MutantTrial[] = [];
  for (const trial of group) after.push(await tryOneLine(trial, bench));
  return after;
};

const trialsOf = (mutants: readonly SourceMutant[], reaches: readonly LineReach[]) =>
  mutants.flatMap((mutant): readonly MutantTrial[] => {
    const reach = reachOf(mutant.id, reaches);
    return reach === undefined ? [] : [newMutantTrial(mutant, reach)];
  });

const isDone = ({ left }: MutantTrial): boolean => left.length === 0;

/**
 * Judges every mutant, in all workers: those that are expected to survive several at once; of the others each on one line, and
 * those that survive that several at once on the other lines.
 */
export const judgeAll = async (
  pool: WorkerPool,
  mutants: readonly SourceMutant[],
  reaches: readonly LineReach[],
  { seed, isExpected, onJudged, onProgress }: JudgingOrder,
): Promise<AllJudged> => {
  const usual = new Map(reaches.map(({ line, milliseconds }) => [line, milliseconds]));
  const trials = trialsOf(mutants, reaches);
  const killers = homeLines(trials.map(({ mutant, reach }) => ({ file: mutant.file, reach })));
  const shared = { seed, usual, killers };
  const control = controls(pool, seed);
  const judged = new Map(mutants.map((each) => [each, judgedBy(each, [])]));
  let done = 0;
  /** Makes an attempt at every group; returns the trials of which something is left. */
  const attempt = async (groups: readonly (readonly MutantTrial[])[], make: Attempt) => {
    const left: MutantTrial[] = [];
    const of = done + groups.flat().length;
    await pool.work(groups, async (group, own) => {
      for (const after of await make(group, { ...own, ...shared })) {
        if (!isDone(after)) left.push(after);
        else judged.set(after.mutant, judgedBy(after.mutant, after.runs));
        if (isDone(after)) onJudged(judgedBy(after.mutant, after.runs));
        onProgress((done += 1), of, after.mutant);
      }
      await control.after(own, group.length);
    });
    return left;
  };
  const expected = trials.filter(({ mutant }) => isExpected(mutant));
  const others = trials.filter(({ mutant }) => !isExpected(mutant));
  await attempt(groupsOf(expected), tryTogether);
  const seeming = await attempt(
    others.map((each) => [each]),
    oneLineEach,
  );
  await attempt(groupsOf(seeming), tryTogether);
  await control.atEnd();
  return { judged: [...judged.values()], doubts: control.doubts };
};
