import { UsageError } from '../client/usage-error.ts';
import { spawnSync } from 'node:child_process';
import { PROJECT } from '../client/project.ts';

/** Options of `assay exam`. */
export interface ExamOptions {
  readonly fault?: readonly string[];
  readonly area?: string;
  /** The fixed table of faults under conditions of history. */
  readonly histories?: true;
  /** So many faults under a condition, drawn by the seed. */
  readonly conditions?: number;
  /** Of both only those with one of these conditions. */
  readonly condition?: readonly string[];
  readonly dialect?: readonly string[];
  /** Correct services alone, and many of them. */
  readonly services?: true;
  /** The dialect that the faults are sown into; left out: the plain one. */
  readonly on?: string;
  /** Runs of each dialect; left out: as many as belong to what is asked for. */
  readonly seeds?: number;
  /** Runs of each fault, each with a seed of its own. */
  readonly faultSeeds: number;
  readonly seed: number;
  /** Chance services; left out: as many as belong to what is asked for. */
  readonly chance?: number;
  readonly quick?: true;
  readonly certify?: true;
  /** Judges the recording of each run again, too. */
  readonly rejudge?: true;
  /** Only recorded answers that are changed and judged offline. */
  readonly mutations?: true;
  readonly writeBaseline?: true;
  /** Small changes of the reference's own text instead of services that somebody wrote. */
  readonly source?: true;
  /** Of these only those of some files. */
  readonly file?: readonly string[];
  /** Goes on where an exam of the source was stopped. */
  readonly resume?: true;
  /** Faults at most, and dialects, or changes of the source, and which of the samples of this size. */
  readonly sample?: number;
  readonly rotation?: number;
}

/** What an exam is handed beside its options. */
export interface ExamContext {
  readonly version: string;
  /** The program that conducts the commands of a worker: its path. */
  readonly program: string;
}

/** Throws UsageError where what is asked for shuts out itself. */
export const checkOptions = ({ fault, area, dialect, services, on, quick }: ExamOptions): void => {
  const others = {
    '--fault': fault,
    '--area': area,
    '--dialect': dialect,
    '--on': on,
    '--quick': quick,
  };
  const given = Object.entries(others).find(([, value]) => value !== undefined);
  if (services && given) {
    throw new UsageError(
      `--services is about every dialect and no fault; leave it or ${given[0]} out`,
    );
  }
};

/**
 * How much a whole exam tries: runs of each dialect, and services whose decisions are drawn. Each costs as much as five faults,
 * and `--services` makes many more of them.
 */
export const WHOLE_EXAM = { seeds: 3, chance: 30 } as const;
/** How much an exam of correct services alone tries (`--services`). */
export const MANY_SERVICES = { seeds: 20, chance: 200 } as const;
/** What a bounded exam tries: enough to notice a harness that went blind, little enough for every change. */
export const QUICK = { sample: 24, seeds: 1, chance: 2, pairs: 10 } as const;
/** Whether nothing is left out: every fault, every dialect. */
export const isWhole = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, quick, sample, mutations } = options;
  const { histories, conditions } = options;
  const bounds = [fault, area, dialect, services, on, quick, sample, mutations];
  return [...bounds, histories, conditions].every((each) => each === undefined);
};

/** Whether changed answers are judged, too: in every exam that is not about chosen services. */
export const withMutations = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, histories, conditions, mutations } = options;
  return (
    mutations ??
    [fault, area, dialect, services, on, histories, conditions].every((each) => each === undefined)
  );
};

/** Runs of each dialect that the options ask for. */
export const seedsOf = ({ seeds, quick, services }: ExamOptions): number =>
  quick ? QUICK.seeds : (seeds ?? (services ? MANY_SERVICES : WHOLE_EXAM).seeds);

/** Chance services where nobody says how many. */
export const usualChance = (
  { quick, services, dialect }: ExamOptions,
  onlyFaults: boolean,
): number => {
  if (quick) return QUICK.chance;
  if (services) return MANY_SERVICES.chance;
  return dialect === undefined && !onlyFaults ? WHOLE_EXAM.chance : 0;
};

/** A number that changes with every commit, so that bounded exams one after the other see everything. */
export const rotationOfCommit = (): number => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD'], { cwd: PROJECT });
  return Number.parseInt(stdout?.toString() ?? '', 16) || 1;
};

/** So many of the items at most, spread over all of them; every rotation has others, and all together have all. */
export const sampleOf = <Item>(
  items: readonly Item[],
  size: number,
  rotation: number,
): readonly Item[] => {
  if (size >= items.length) return items;
  const step = Math.ceil(items.length / size);
  return items.filter((_, at) => at % step === rotation % step);
};
