import { accessSync, constants, statSync } from 'node:fs';
import { UsageError } from '../../client/usage-error.ts';
import { segmentName, segmentsOf, type Segment, segmentIn } from './segments.ts';
import { z } from 'zod';
import { readJsonText } from '../../spec/json-text.ts';
import { readTextFile, TextError } from '../../client/target/text-file.ts';
import type { Facts } from '../../oracles/facts.ts';
import { LINES } from '../../spec/line.ts';
import type { Scheduled } from '../measuring/schedule.ts';
import type { Limit, Threshold } from '../verdict/limits.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

const text = z.string();

const known = <Type extends object>() =>
  z.custom<Type>((value) => typeof value === 'object' && value !== null, 'it is missing');

/** Schema of the data that an archive carries so that the results of its instances can be judged without its target. */
export const sharedSettingsSchema = z.object({
  assay: text.describe('Version of Assay.'),
  k6: z.object({ version: text, origin: text, why: text }),
  target: z.object({
    name: text,
    chosenAs: text.optional(),
    base_url: text,
    gap_base_url: text,
    insecure: z.literal(true).optional(),
  }),
  profile: z.object({ name: text, description: text.optional(), kind: z.literal('steps') }),
  seed: z.int(),
  startedAt: z.iso.datetime(),
  instances: z.int().min(1),
  lines: z.array(z.enum(LINES)).min(1),
  schedule: known<readonly Scheduled[]>(),
  limits: known<readonly Limit[]>(),
  thresholds: known<readonly Threshold[]>(),
  validity: known<Profile['validity']>(),
  trend: z.number().optional().describe('Share by which the p50 may rise within a step.'),
  allowed: z.number().nullable().describe('Requests per second that the target allows; null: any.'),
  facts: known<Facts>().describe('Facts about the target that the judges use.'),
  closed: z.array(z.object({ line: z.enum(LINES), why: text })),
  sightings: z.array(known<Sighting>()).describe('Wrong and odd answers of the preparation.'),
  notes: z.array(text).describe('Notes of the preparation.'),
});

/** All facts about a run that are known before its instances begin; JSON, without secrets. */
export type SharedSettings = z.output<typeof sharedSettingsSchema>;

const filled = z.string().min(1);

const instanceFileSchema = z.object({
  schema: z.literal(1),
  runId: filled,
  instance: z.object({ segment: filled, sequence: filled }),
  endedAt: z.iso.datetime(),
  course: sharedSettingsSchema,
  metrics: z.record(
    filled,
    z.object({ type: filled, values: z.record(filled, z.number()).default({}) }),
  ),
  state: z.object({ testRunDurationMs: z.number().min(0) }),
});

/** Results of one k6 instance for `assay merge`. */
export interface InstanceFile extends z.output<typeof instanceFileSchema> {
  readonly path: string;
  readonly segment: Segment;
}

const WANTED =
  'expected the result of a k6 instance that ran the archive of assay load --kubernetes';

/** Throws UsageError for a file of another user: k6 writes files that only its own user reads. */
export const checkReadable = (path: string): void => {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new UsageError(
      `${path} cannot be read: it belongs to user ${statSync(path).uid}, and this is user ${process.getuid?.()}; run k6 and assay merge as the same user`,
      { cause: error },
    );
  }
};

const jsonIn = (path: string): unknown => {
  checkReadable(path);
  const refuse = (got: string): never => {
    throw new UsageError(`${path}: ${WANTED}, got ${got}; copy the file again`);
  };
  try {
    const read = readJsonText(readTextFile(path));
    return read.ok ? read.value : refuse(`text that is not JSON or is truncated (${read.problem})`);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refuse(error.problems[0]?.got ?? error.message);
  }
};

/**
 * Reads a result file. Throws UsageError for a file that is foreign, truncated, of another version, or not one of equal
 * segments.
 */
export const readInstanceFile = (path: string): InstanceFile => {
  const value = jsonIn(path);
  const read = instanceFileSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') ?? '';
    const got = where === '' ? '' : ` at ${where}`;
    throw new UsageError(`${path}: ${WANTED}, got another format${got}: ${issue?.message ?? ''}`);
  }
  const { segment: from, sequence } = read.data.instance;
  const segment = segmentIn(from, sequence);
  if (!segment || segment.of !== read.data.course.instances)
    throw new UsageError(
      `${path}: expected one of ${read.data.course.instances} equal parts, got the execution segment ${from} of ${sequence}; run the archive with as many instances as it was created for`,
    );
  return { ...read.data, path, segment };
};

/** The instances of one run in order of their segments, and the missing segments. */
export interface InstanceSet {
  readonly files: readonly InstanceFile[];
  readonly runId: string;
  readonly settings: SharedSettings;
  readonly missing: readonly string[];
}

/** Properties that all instances must share, with their names. */
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

/** Combines the files of one run. Throws UsageError if they belong to different runs, or two have the same segment. */
export const instanceSetOf = (given: readonly InstanceFile[]): InstanceSet => {
  const [first] = given;
  if (!first) throw new UsageError('expected the files of at least one instance, got none');
  const parts = new Map<number, InstanceFile>();
  for (const file of given) {
    refuseOthers(first, file);
    const before = parts.get(file.segment.index);
    if (before)
      throw new UsageError(
        `${before.path} and ${file.path} are both of ${segmentName(file.segment)}; name each instance once`,
      );
    parts.set(file.segment.index, file);
  }
  const segments = segmentsOf(first.course.instances);
  const missing = segments.filter(({ index }) => !parts.has(index)).map(segmentName);
  return {
    files: segments.flatMap(({ index }) => parts.get(index) ?? []),
    runId: first.runId,
    settings: first.course,
    missing: missing.map(
      (name) => `${name} is missing: it left no result, or its file was not named`,
    ),
  };
};
