import { selectIds } from '../../client/did-you-mean.ts';
import type { ExamOptions } from '../exam-options.ts';
import { rotationOfCommit, sampleOf } from '../rotation.ts';
import type { SourceMutant } from './instrument.ts';
import { sourceFiles } from './source-files.ts';

/** Mutants of a bounded exam. */
const QUICK_SAMPLE = 20;

/** The files that the options ask for. Throws UsageError where there is none of that name. */
export const chosenFiles = ({ file }: ExamOptions): readonly string[] =>
  selectIds(file ?? ['*'], sourceFiles(), 'file of the reference', 'assay exam --source');

/** The mutants that the options ask for. */
export const chosenMutants = (
  mutants: readonly SourceMutant[],
  options: ExamOptions,
): readonly SourceMutant[] => {
  const files = new Set(chosenFiles(options));
  const { quick } = options;
  const size = options.sample ?? (quick ? QUICK_SAMPLE : Number.POSITIVE_INFINITY);
  const rotation = options.rotation ?? (quick ? rotationOfCommit() : 0);
  return sampleOf(
    mutants.filter(({ file }) => files.has(file)),
    size,
    rotation,
  );
};
