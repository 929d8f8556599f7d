import { z } from 'zod';
import type { Facts } from '../../oracles/facts.ts';
import { LINES } from '../../spec/line.ts';
import type { Scheduled } from '../measuring/schedule.ts';
import type { Limit, Threshold } from '../verdict/limits.ts';
import type { Profile } from '../profiles/profile.ts';

const text = z.string();

const known = <Type extends object>() =>
  z.custom<Type>((value) => typeof value === 'object' && value !== null, 'it is missing');

/** The schema of what an archive carries so that what its instances leave can be judged without its target. */
export const sharedCourseSchema = z.object({
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
  trend: z.number().optional().describe('Share by which the p50 may rise within a plateau.'),
  allowed: z.number().nullable().describe('Requests a second that the target allows; null: any.'),
  facts: known<Facts>().describe('What the judges are told of the target.'),
  closed: z.array(z.object({ line: z.enum(LINES), why: text })),
});

/** Everything of a run that is known before its instances begin; JSON, without any secret. */
export type SharedCourse = z.output<typeof sharedCourseSchema>;
