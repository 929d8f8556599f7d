import { z } from 'zod';
import { readTextFile, TextError } from '../../client/target/text-file.ts';
import { UsageError } from '../../client/usage-error.ts';
import { sharedCourseSchema } from './shared-course.ts';
import { type Segment, segmentIn } from './segments.ts';

const text = z.string().min(1);

const instanceFileSchema = z.object({
  schema: z.literal(1),
  runId: text,
  instance: z.object({ segment: text, sequence: text }),
  endedAt: z.iso.datetime(),
  course: sharedCourseSchema,
  metrics: z.record(text, z.object({ type: text, values: z.record(text, z.number()).default({}) })),
  state: z.object({ testRunDurationMs: z.number().min(0) }),
});

/** What one instance of k6 left for `assay merge`. */
export interface InstanceFile extends z.output<typeof instanceFileSchema> {
  readonly path: string;
  readonly segment: Segment;
}

const WANTED = 'wanted the result of a k6 instance that ran the archive of assay load --kubernetes';

const jsonIn = (path: string): unknown => {
  try {
    return JSON.parse(readTextFile(path));
  } catch (error) {
    const got =
      error instanceof TextError
        ? (error.problems[0]?.got ?? error.message)
        : `text that is no JSON or was cut off`;
    throw new UsageError(`${path}: ${WANTED}, got ${got}; copy the file again`, { cause: error });
  }
};

/** Reads it. Throws UsageError where it is another file, cut off, of another version, or of a part that is none of equal ones. */
export const readInstanceFile = (path: string): InstanceFile => {
  const value = jsonIn(path);
  const read = instanceFileSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') ?? '';
    const got = where === '' ? '' : ` at ${where}`;
    throw new UsageError(`${path}: ${WANTED}, got something else${got}: ${issue?.message ?? ''}`);
  }
  const { segment: from, sequence } = read.data.instance;
  const segment = segmentIn(from, sequence);
  if (!segment || segment.of !== read.data.course.instances)
    throw new UsageError(
      `${path}: wanted one of ${read.data.course.instances} equal parts, got the execution segment ${from} of ${sequence}; run the archive with as many instances as it was made for`,
    );
  return { ...read.data, path, segment };
};
