import { z } from 'zod';

/** The limits that a service has to keep: percentiles of its latency in milliseconds, and shares of its requests. */
export interface ServiceLimits {
  readonly [percentile: `p${number}`]: number | undefined;
  /** Milliseconds of the slowest answer. */
  readonly max?: number | undefined;
  /** 0 to 1. */
  readonly errorRate?: number | undefined;
  /** Connections opened anew, a request. */
  readonly newConnections?: number | undefined;
}

/** The keys of percentiles, `p50` to `p99.999`. */
export const PERCENTILE_KEY = /^p[1-9]\d?(\.\d{1,3})?$/;

const RANGE = 'from p1 to p99.999';

const within = z.number().positive().max(600_000);
const ofAnswers = (percentile: number) =>
  within
    .optional()
    .describe(`${percentile} % of answers within so many milliseconds. Left out: no limit.`);

const KEYS = {
  p50: ofAnswers(50),
  p90: ofAnswers(90),
  p95: ofAnswers(95),
  p99: ofAnswers(99),
  max: within.optional().describe('Every answer within so many milliseconds. Left out: no limit.'),
  errorRate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Share of requests that may fail, 0 to 1. Left out: no limit.'),
  newConnections: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'New connections a request, 0 to 1; the first of a virtual user does not count. Left out: no limit.',
    ),
};

/** The schema of such limits beside other keys; any percentile is taken (`p99.9`), which no type of zod's says. */
export const serviceLimits = (more: z.ZodRawShape = {}): z.ZodType<ServiceLimits> => {
  const known = { ...more, ...KEYS };
  return z
    .object(known)
    .catchall(z.unknown())
    .superRefine((value, context) => {
      for (const [key, limit] of Object.entries(value)) {
        if (Object.hasOwn(known, key)) continue;
        if (PERCENTILE_KEY.test(key))
          for (const issue of within.safeParse(limit).error?.issues ?? [])
            context.addIssue({ ...issue, path: [key] });
        else if (/^p[\d.]+$/.test(key))
          context.addIssue({
            code: 'custom',
            path: [key],
            message: `a percentile ${RANGE}, or max for the slowest answer`,
            params: { got: `the unknown key ${key}` },
          });
        else context.addIssue({ code: 'unrecognized_keys', keys: [key], input: value });
      }
    })
    .meta({
      patternProperties: {
        [PERCENTILE_KEY.source]: {
          title: `any percentile ${RANGE}`,
          type: 'number',
          exclusiveMinimum: 0,
          maximum: 600_000,
          description:
            'So many percent of answers within so many milliseconds. Left out: no limit.',
        },
      },
      additionalProperties: false,
    }) as unknown as z.ZodType<ServiceLimits>;
};
