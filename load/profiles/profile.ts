import { z } from 'zod';
import { duration, type ServiceLimits, serviceLimits } from '../../client/target/target-limits.ts';
import { LINES } from '../../spec/line.ts';
import { TAGS } from '../measures.ts';

/** Tag names that Assay and k6 use themselves. */
const TAKEN = [...Object.keys(TAGS), 'instance_id', 'run', 'target', 'build'];

/** Reason why a name and a value are no valid custom tag; undefined if they are. */
export const tagProblem = (name: string, value: string): string | undefined => {
  if (!/^[A-Za-z_]\w{0,63}$/.test(name))
    return 'a name of at most 64 letters, digits and _, not beginning with a digit';
  if (TAKEN.includes(name)) return `a name that Assay does not use (${TAKEN.join(', ')})`;
  return /^[\x20-\x7e]{1,200}$/.test(value)
    ? undefined
    : 'a value of 1 to 200 printable ASCII characters';
};

/** The profile with further tags, such as those of `--tag`, which override its own. */
export const withTags = (profile: Profile, tags: Profile['tags'] = {}): Profile => {
  const all = { ...profile.tags, ...tags };
  return Object.keys(all).length === 0 ? profile : { ...profile, tags: all };
};

const seconds = duration(
  z.number().positive().max(172_800).describe('Seconds, or a duration: 30s, 2m, 1h30m.'),
);
const LEAST = 0.1;
const rate = z
  .number()
  .min(LEAST)
  .max(20_000)
  .describe('Price requests per second on each line (times its weight).');
const edge = z
  .number()
  .min(0)
  .max(20_000)
  .superRefine((value, context) => {
    if (value > 0 && value < LEAST)
      context.addIssue({ code: 'custom', message: `0, or at least ${LEAST}`, input: value });
  });

const plateau = z.strictObject({ rate, seconds }).describe('One plateau.');

const step = z
  .strictObject({
    rate: edge.describe(
      'Price requests per second on each line (times its weight); 0 only at the start of a ramp.',
    ),
    to: edge
      .optional()
      .describe('Rate at the end of a ramp that begins with `rate`. Default: a plateau.'),
    seconds,
  })
  .describe('One plateau, or a ramp.');

const on = z
  .strictObject({
    line: z.enum(LINES).optional().describe('Default: all lines.'),
    step: z.int().min(1).optional().describe('Number of a step, from 1. Default: all steps.'),
  })
  .describe('Price requests that the limits apply to; never those of the warm-up.');

const limits = serviceLimits({ on }) as z.ZodType<
  ServiceLimits & { readonly on: z.output<typeof on> },
  ServiceLimits & { readonly on: z.input<typeof on> }
>;

const validity = z
  .strictObject({
    dropped: z.number().min(0).max(1).default(0.001).describe('Maximum share of dropped starts.'),
    rate: z
      .number()
      .min(0)
      .max(1)
      .default(0.01)
      .describe('Maximum relative deviation of the rate.'),
    lag: z
      .number()
      .positive()
      .default(10)
      .describe('Maximum delay of 99 % of the starts, in milliseconds.'),
    share: z
      .number()
      .positive()
      .default(0.1)
      .describe('Maximum share of the generator in a p99 limit.'),
    cpu: z
      .number()
      .positive()
      .max(1)
      .default(0.5)
      .describe('Maximum mean CPU use of the generator, of all cores.'),
    memory: z
      .number()
      .positive()
      .max(1)
      .default(0.8)
      .describe("Maximum memory of the generator, as a share of the machine's."),
    retransmits: z
      .number()
      .min(0)
      .max(1)
      .default(0.01)
      .describe('Maximum share of retransmitted TCP segments.'),
    throttled: z
      .boolean()
      .default(false)
      .describe('Whether the CPU may be throttled and other programs may use the machine.'),
    others: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Maximum CPU use of other processes, of all cores. Default: 0.2, or unlimited with throttled.',
      ),
    steal: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Maximum CPU time stolen by other virtual machines. Default: 0.05, or unlimited with throttled.',
      ),
    pressure: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Maximum share of time with tasks waiting for a CPU. Default: 0.8, or unlimited with throttled.',
      ),
    queue: z
      .number()
      .positive()
      .optional()
      .describe(
        'Maximum number of runnable tasks per core. Default: 2, or unlimited with throttled.',
      ),
  })
  .prefault({})
  .describe(
    'Limits beyond which the measurement is INVALID, since it says nothing about the service.',
  );

const weights = z
  .partialRecord(z.enum(LINES), z.number().min(0.01).max(100))
  .default({})
  .describe('Weights of the lines: factors of the rate. Default: 1.');

const tags = z
  .record(z.string(), z.string())
  .superRefine((all, context) => {
    for (const [name, value] of Object.entries(all)) {
      const wanted = tagProblem(name, value);
      if (wanted !== undefined) context.addIssue({ code: 'custom', path: [name], message: wanted });
    }
  })
  .describe(
    'Custom tags such as { team: quoting }, for load.json, its page and every sample of the outputs of k6.',
  );

const shared = {
  description: z.string().min(1).optional().describe('Purpose of the load, in a few words.'),
  weights,
  users: z
    .int()
    .min(1)
    .max(20_000)
    .optional()
    .describe('Virtual users of each line and step. Default: derived from earlier runs.'),
  judgeEvery: z
    .int()
    .min(1)
    .default(100)
    .describe(
      'One of this many answers is judged in full, and at least 200 of each line in each step.',
    ),
  journeys: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe('Complete journeys per second, over all lines.'),
  thinkTime: duration(
    z
      .number()
      .min(0)
      .max(60)
      .describe(
        'Think time between the calls of a journey, in seconds or such as 1s; not part of its duration.',
      ),
  ).optional(),
  tags: tags.optional(),
  calibration: duration(
    z
      .number()
      .min(0)
      .max(600)
      .describe('Calibration of the generator against a stub, in seconds or such as 10s; 0: none.'),
  ).default(10),
  validity,
};

/** The schema of a profile: load, duration, and conditions for a valid measurement. */
export const profileSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('steps').describe('Consecutive plateaus and ramps.'),
    ...shared,
    warmUp: plateau.optional().describe('Before the first step; judged only for correctness.'),
    steps: z.array(step).min(1).max(24),
    limits: z.array(limits).default([]).describe("In addition to those of the target's load.slo."),
    trend: z
      .number()
      .positive()
      .max(100)
      .optional()
      .describe('Share by which the p50 of a line may rise within a plateau. Default: no limit.'),
  }),
  z.strictObject({
    kind: z.literal('capacity').describe('Rising plateaus until one does not hold.'),
    ...shared,
    start: rate,
    seconds,
    factor: z
      .number()
      .min(1.01)
      .max(4)
      .default(1.25)
      .describe('Factor from one plateau to the next.'),
    most: z
      .int()
      .min(2)
      .max(40)
      .default(20)
      .describe('Maximum number of plateaus, including the bisection.'),
  }),
]);

/** A profile as its user writes it. */
export type ProfileInput = z.input<typeof profileSchema>;
/** A profile with all defaults applied. */
export type Profile = z.output<typeof profileSchema>;
/** A profile with steps. */
export type StepsProfile = Extract<Profile, { kind: 'steps' }>;
/** A profile that searches for the capacity. */
export type CapacityProfile = Extract<Profile, { kind: 'capacity' }>;

/** The plateau of a search as a profile of its own. */
export const plateauProfile = (
  { kind: _kind, start: _start, factor: _factor, most: _most, seconds, ...shared }: CapacityProfile,
  rate: number,
): StepsProfile => ({
  ...shared,
  kind: 'steps',
  calibration: 0,
  journeys: 0,
  steps: [{ rate, seconds }],
  limits: [],
});

/** The steps of a profile; for a capacity search its first plateau. */
export const stepsOf = (profile: Profile): StepsProfile =>
  profile.kind === 'steps' ? profile : plateauProfile(profile, profile.start);
