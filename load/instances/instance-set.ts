import { UsageError } from '../../client/usage-error.ts';
import type { InstanceFile } from './instance-file.ts';
import { segmentName, segmentsOf } from './segments.ts';
import type { SharedCourse } from './shared-course.ts';

/** The instances of one run, in the order of their parts, and the parts of which there is none. */
export interface InstanceSet {
  readonly files: readonly InstanceFile[];
  readonly course: SharedCourse;
  readonly missing: readonly string[];
}

/** What is compared, in words. */
const SAME: readonly (readonly [string, (file: InstanceFile) => unknown])[] = [
  ['run', ({ runId }) => runId],
  ['profile', ({ course }) => course.profile.name],
  ['k6', ({ course }) => course.k6.version],
  ['version of Assay', ({ course }) => course.assay],
  ['number of instances', ({ course }) => course.instances],
];

const refuseOthers = (first: InstanceFile, other: InstanceFile): void => {
  for (const [what, of] of SAME)
    if (of(first) !== of(other))
      throw new UsageError(
        `${first.path} and ${other.path} are not of the same ${what}: ${String(of(first))} and ${String(of(other))}; merge the results of one run`,
      );
  if (JSON.stringify(first.course) !== JSON.stringify(other.course))
    throw new UsageError(
      `${first.path} and ${other.path} are of run ${first.runId}, but were prepared differently; merge the results of one archive`,
    );
};

/** Puts files together that belong together. Throws UsageError where they do not, or where two are of the same part. */
export const instanceSetOf = (given: readonly InstanceFile[]): InstanceSet => {
  const [first] = given;
  if (!first) throw new UsageError('wanted the files of at least one instance, got none');
  const parts = new Map<number, InstanceFile>();
  for (const file of given) {
    refuseOthers(first, file);
    const before = parts.get(file.segment.index);
    if (before)
      throw new UsageError(
        `${before.path} and ${file.path} are both ${segmentName(file.segment)}; name each instance once`,
      );
    parts.set(file.segment.index, file);
  }
  const segments = segmentsOf(first.course.instances);
  return {
    files: segments.flatMap(({ index }) => parts.get(index) ?? []),
    course: first.course,
    missing: segments
      .filter(({ index }) => !parts.has(index))
      .map(
        (segment) =>
          `${segmentName(segment)} is missing: it left nothing, or its file was not named`,
      ),
  };
};
