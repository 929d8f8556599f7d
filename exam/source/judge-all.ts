import { LINES, type Line } from '../../spec/line.ts';
import type { SourceMutant } from './instrument.ts';
import { type MutantBench, tryAlone, tryTogether, groupTrials } from './judge-mutant.ts';
import { type Judged, judgedBy, newMutantTrial, type MutantTrial } from './mutant-trial.ts';
import { primaryLines, type LineReach, reachOf, reachOfLine } from './reach.ts';
import type { PoolWorker, WorkerPool } from './worker-pool.ts';
import { join } from 'node:path';
import { runSource } from './source-run.ts';

/** Mutants after which a worker is checked again without any mutant. */
const CONTROL_AFTER = 80;
/** Time limit of such a control run in milliseconds. */
const LONGEST_CONTROL = 120_000;

/** Error of a worker's service without any mutant; undefined if it is clean. */
const controlErrorOf = async ({ worker, root }: PoolWorker, line: Line, seed: number) => {
  const { exitCode, failed, printed } = await runSource(worker, {
    order: { mutants: [] },
    lines: [line],
    seed,
    limit: LONGEST_CONTROL,
    out: join(root, 'control'),
    failFast: false,
  });
  if (exitCode === 0) return undefined;
  const outcome = failed.length > 0 ? `, ${failed.join(', ')} failed` : `:\n${printed}`;
  return `without a mutant the gate of ${line} ended with ${exitCode ?? 'no exit code'} after some mutants${outcome}`;
};

/** Control runs, at intervals and at the end, to prove that no mutant has corrupted a worker. */
const controls = (pool: WorkerPool, seed: number) => {
  const doubts: string[] = [];
  const since = new Map<PoolWorker, number>();
  let count = 0;
  const control = async (own: PoolWorker): Promise<void> => {
    since.set(own, 0);
    count += 1;
    const doubt = await controlErrorOf(own, LINES[count % LINES.length] ?? 'gap', seed);
    if (doubt !== undefined) doubts.push(doubt);
  };
  return {
    doubts,
    after: async (own: PoolWorker, mutants: number): Promise<void> => {
      const now = (since.get(own) ?? 0) + mutants;
      since.set(own, now);
      if (now >= CONTROL_AFTER) await control(own);
    },
    atEnd: () => pool.inEach(control),
  };
};

/** Judgements of all mutants, and doubts about them. */
export interface AllJudged {
  readonly judged: readonly Judged[];
  /** One sentence each: the service was not clean without a mutant. */
  readonly doubts: readonly string[];
}

/** Order to judge mutants. */
export interface JudgingOrder {
  readonly seed: number;
  /** Tests if a mutant is expected to survive: such mutants are judged in groups. */
  readonly isExpected: (mutant: SourceMutant) => boolean;
  /** Called with every mutant once its judgement is final. */
  readonly onJudged: (judged: Judged) => void;
  /** Called with the number of finished mutants, the total, and the last mutant. */
  readonly onProgress: (done: number, of: number, last: SourceMutant) => void;
}

/** For fewer mutants, loading the reference anew with each is faster than running every line again. */
const FEW = 8;

/** Measures which of these mutants a run of each line reaches. */
export const reachOfAll = async (
  pool: WorkerPool,
  seed: number,
  { length }: readonly SourceMutant[],
): Promise<readonly LineReach[]> => {
  const found: LineReach[] = [];
  await pool.work(LINES, async (line, { worker, root }) => {
    found.push(await reachOfLine(worker, root, line, seed, length < FEW));
  });
  return found;
};

type Attempt = (
  group: readonly MutantTrial[],
  bench: MutantBench,
) => Promise<readonly MutantTrial[]>;

const oneByOne: Attempt = async (group, bench) => {
  const after: MutantTrial[] = [];
  for (const trial of group) after.push(await tryAlone(trial, bench));
  return after;
};

const trialsOf = (mutants: readonly SourceMutant[], reaches: readonly LineReach[]) =>
  mutants.flatMap((mutant): readonly MutantTrial[] => {
    const reach = reachOf(mutant.id, reaches);
    return reach === undefined ? [] : [newMutantTrial(mutant, reach)];
  });

/**
 * Judges every mutant in parallel: those that are expected to survive in groups, the others one by one, since most of
 * them are detected.
 */
export const judgeAll = async (
  pool: WorkerPool,
  mutants: readonly SourceMutant[],
  reaches: readonly LineReach[],
  { seed, isExpected, onJudged, onProgress }: JudgingOrder,
): Promise<AllJudged> => {
  const usual = new Map(reaches.map(({ line, milliseconds }) => [line, milliseconds]));
  const trials = trialsOf(mutants, reaches);
  const killers = primaryLines(trials.map(({ mutant, reach }) => ({ file: mutant.file, reach })));
  const shared = { seed, usual, killers };
  const control = controls(pool, seed);
  const judged = new Map(mutants.map((each) => [each, judgedBy(each, [])]));
  let done = 0;
  const attempt = async (own: PoolWorker, group: readonly MutantTrial[], make: Attempt) => {
    for (const { mutant, runs } of await make(group, { ...own, ...shared })) {
      const one = judgedBy(mutant, runs);
      judged.set(mutant, one);
      onJudged(one);
      onProgress((done += 1), trials.length, mutant);
    }
    await control.after(own, group.length);
  };
  const expected = trials.filter(({ mutant }) => isExpected(mutant));
  const others = trials.filter(({ mutant }) => !isExpected(mutant));
  // Unexpected survivors come first, so that an interrupted exam has at least found those.
  const parts = [
    ...others.map((each) => ({ group: [each], make: oneByOne })),
    ...groupTrials(expected).map((group) => ({ group, make: tryTogether })),
  ];
  await pool.work(parts, (part, own) => attempt(own, part.group, part.make));
  await control.atEnd();
  return { judged: [...judged.values()], doubts: control.doubts };
};
