import { UsageError } from '../client/usage-error.ts';
import { spawnSync } from 'node:child_process';
import { PROJECT } from '../client/project.ts';

/** Options of `assay exam`. */
export interface ExamOptions {
  readonly fault?: readonly string[];
  readonly area?: string;
  /** Selects the fixed table of conditional faults. */
  readonly histories?: true;
  /** Number of conditional faults, drawn by the seed. */
  readonly conditions?: number;
  /** Limits both to these conditions. */
  readonly condition?: readonly string[];
  readonly dialect?: readonly string[];
  /** Selects correct services only, and many of them. */
  readonly services?: true;
  /** Dialect of the faulty services; default: the plain one. */
  readonly on?: string;
  /** Runs of each dialect; the default depends on the kind of exam. */
  readonly seeds?: number;
  /** Runs of each fault, each with a seed of its own; of one under a condition, gates until one catches it. */
  readonly faultSeeds: number;
  readonly seed: number;
  /** Number of random services; the default depends on the kind of exam. */
  readonly chance?: number;
  readonly quick?: true;
  /** Of faults under a condition: one certify more. */
  readonly certify?: true;
  /** Also judges the recording of each run again. */
  readonly rejudge?: true;
  /** Limits the exam to recorded answers that are mutated and judged offline. */
  readonly mutations?: true;
  readonly writeBaseline?: true;
  /** Mutation testing: small changes of the reference's source instead of hand-written faults. */
  readonly source?: true;
  /** Limits the mutants to these files. */
  readonly file?: readonly string[];
  /** Resumes an interrupted exam of the source. */
  readonly resume?: true;
  /** Maximum number of faults, dialects or mutants, and the index of the sample of this size. */
  readonly sample?: number;
  readonly rotation?: number;
}

/** Environment of an exam. */
export interface ExamContext {
  readonly version: string;
  /** Path of the program that runs a worker's commands. */
  readonly program: string;
  /** Takes over the stop of the process: an exam then prints what it has. */
  readonly takeStop: () => AbortSignal;
}

/** Throws UsageError for options that exclude each other. */
export const checkOptions = (options: ExamOptions): void => {
  const { fault, area, dialect, services, on, quick, mutations, faultSeeds } = options;
  const others = {
    '--fault': fault,
    '--area': area,
    '--dialect': dialect,
    '--on': on,
    '--quick': quick,
  };
  const given = Object.entries(others).find(([, value]) => value !== undefined);
  if (services && given) {
    throw new UsageError(`--services runs every dialect without a fault; omit it or ${given[0]}`);
  }
  if (mutations && faultSeeds > 1)
    throw new UsageError(
      '--fault-seeds does not apply to recorded answers; omit it or --mutations',
    );
};

/**
 * Size of a whole exam: runs of each dialect, and random services. Each costs as much as five faults, and `--services`
 * adds many more.
 */
export const WHOLE_EXAM = { seeds: 3, chance: 30 } as const;
/** Size of an exam of correct services only (`--services`). */
export const MANY_SERVICES = { seeds: 20, chance: 200 } as const;
/** Size of a quick exam: large enough to notice a blind harness, small enough for every change. */
export const QUICK = { sample: 24, seeds: 1, chance: 2, pairs: 10 } as const;
/** Tests if an exam is complete: every fault, every dialect. */
export const isWhole = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, quick, sample, mutations } = options;
  const { histories, conditions } = options;
  const bounds = [fault, area, dialect, services, on, quick, sample, mutations];
  return [...bounds, histories, conditions].every((each) => each === undefined);
};

/** Tests if mutated answers are judged, too: in every exam that is not about selected services. */
export const withMutations = (options: ExamOptions): boolean => {
  const { fault, area, dialect, services, on, histories, conditions, mutations } = options;
  return (
    mutations ??
    [fault, area, dialect, services, on, histories, conditions].every((each) => each === undefined)
  );
};

/** Requested runs of each dialect. */
export const seedsOf = ({ seeds, quick, services }: ExamOptions): number =>
  quick ? QUICK.seeds : (seeds ?? (services ? MANY_SERVICES : WHOLE_EXAM).seeds);

/** Default number of random services. */
export const defaultChance = (
  { quick, services, dialect }: ExamOptions,
  onlyFaults: boolean,
): number => {
  if (quick) return QUICK.chance;
  if (services) return MANY_SERVICES.chance;
  return dialect === undefined && !onlyFaults ? WHOLE_EXAM.chance : 0;
};

/**
 * A number from the hash of the committed tree, so that the quick exams of many commits cover everything, and a squashed or
 * rebased commit repeats the exam of the commit that was tried; shallow clones have it, too.
 */
export const rotationOfTree = (): number => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=6', 'HEAD^{tree}'], { cwd: PROJECT });
  return Number.parseInt(stdout?.toString() ?? '', 16) || 1;
};

/** Number of samples of at most `size` items that together hold all of so many. */
export const samplesOf = (items: number, size = items): number =>
  Math.max(1, Math.ceil(items / size));

/** An evenly spread sample of at most `size` items; each rotation selects others, and all rotations together cover all. */
export const rotatingSample = <Item>(
  items: readonly Item[],
  size: number,
  rotation: number,
): readonly Item[] => {
  if (size >= items.length) return items;
  const step = samplesOf(items.length, size);
  return items.filter((_, at) => at % step === rotation % step);
};
