import { UsageError } from '../client/usage-error.ts';

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
