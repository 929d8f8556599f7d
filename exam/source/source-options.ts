import { UsageError } from '../../client/usage-error.ts';
import type { ExamOptions } from '../exam-options.ts';

/** Options that are about services that somebody wrote, with what the caller typed. */
const ABOUT_SERVICES = {
  fault: '--fault',
  area: '--area',
  dialect: '--dialect',
  services: '--services',
  on: '--on',
  chance: '--chance',
  seeds: '--seeds',
  faultSeeds: '--fault-seeds',
  mutations: '--mutations',
  certify: '--certify',
  rejudge: '--rejudge',
} as const satisfies Partial<Record<keyof ExamOptions, string>>;

/** Whether every mutant is judged. */
export const isWholeSource = ({ file, sample, quick }: ExamOptions): boolean =>
  [file, sample, quick].every((each) => each === undefined);

/** Throws UsageError for what cannot be asked together; `given` says whether the caller typed an option. */
export const checkSourceOptions = (
  options: ExamOptions,
  given: (name: keyof ExamOptions) => boolean,
): void => {
  if (!options.source) {
    if (options.resume)
      throw new UsageError('--resume goes on with an exam of the source; add --source');
    if (options.file === undefined) return;
    throw new UsageError('--file is about changes of the source; add --source, or leave it out');
  }
  if (options.resume && !isWholeSource(options))
    throw new UsageError(
      '--resume goes on with an exam of the whole source; leave --file, --sample and --quick out',
    );
  for (const [name, flag] of Object.entries(ABOUT_SERVICES)) {
    if (given(name as keyof typeof ABOUT_SERVICES)) {
      throw new UsageError(
        `${flag} is about services that somebody wrote, and --source about changes that nobody chose; leave one of them out`,
      );
    }
  }
  if (options.writeBaseline && !isWholeSource(options)) {
    throw new UsageError(
      '--write-baseline keeps the score of all changes of the source; leave --file, --sample and --quick out',
    );
  }
};
