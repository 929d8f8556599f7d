import { z } from 'zod';
import { milliseconds, perLine } from './target-values.ts';

const PARTS = /(\d+(?:\.\d+)?)(ms|s|m|h)/g;
const WHOLE = new RegExp(`^(${PARTS.source})+$`);
const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Seconds of a duration in k6 notation, such as `30s`, `2m` or `1h30m`; undefined for any other text. */
export const secondsIn = (text: string): number | undefined =>
  WHOLE.test(text)
    ? [...text.matchAll(PARTS)].reduce(
        (sum, [, count, unit = '']) => sum + Number(count) * (SECONDS[unit] ?? 0),
        0,
      )
    : undefined;

/** Schema of a duration: a number of seconds, or a text in k6 notation; the output is seconds. */
export const duration = (seconds: z.ZodNumber) =>
  z
    .preprocess<number | string | undefined, z.ZodNumber, number | string>(
      (value) => (typeof value === 'string' ? (secondsIn(value) ?? value) : value),
      seconds,
    )
    .meta({ type: ['number', 'string'], pattern: WHOLE.source });

/** Service level limits: latency percentiles in milliseconds, and error rates. */
export interface ServiceLimits {
  readonly [percentile: `p${number}`]: number | undefined;
  /** Milliseconds of the slowest answer. */
  readonly max?: number | undefined;
  /** 0 to 1. */
  readonly errorRate?: number | undefined;
  /** New connections per request. */
  readonly newConnections?: number | undefined;
}

/** Keys of percentiles, `p50` to `p99.999`. */
export const PERCENTILE_KEY = /^p[1-9]\d?(\.\d{1,3})?$/;

const RANGE = 'from p1 to p99.999';

const within = z.number().positive().max(600_000);
const ofAnswers = (percentile: number) =>
  within.optional().describe(`Limit of the p${percentile} in milliseconds. Default: no limit.`);

const KEYS = {
  p50: ofAnswers(50),
  p90: ofAnswers(90),
  p95: ofAnswers(95),
  p99: ofAnswers(99),
  max: within
    .optional()
    .describe('Limit of the slowest answer in milliseconds. Default: no limit.'),
  errorRate: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Share of requests that may fail, 0 to 1. Default: no limit.'),
  newConnections: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'New connections per request, 0 to 1; the first one of each virtual user is not counted. Default: no limit.',
    ),
};

/** Schema of such limits beside other keys; any percentile is accepted (`p99.9`), which zod's types cannot express. */
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
          description: 'Limit of this percentile in milliseconds. Default: no limit.',
        },
      },
      additionalProperties: false,
    }) as unknown as z.ZodType<ServiceLimits>;
};

/** Limits on the load that the harness may put on the service. */
export const limits = z
  .strictObject({
    concurrency: z
      .int()
      .min(1)
      .max(256)
      .default(32)
      .describe(
        'Maximum number of concurrent requests; Assay sends fewer if answers become slower.',
      ),
    requestsPerSecond: z
      .number()
      .positive()
      .optional()
      .describe('Maximum number of requests per second. Default: no limit.'),
    bodySize: z
      .int()
      .min(1024)
      .default(1_048_576)
      .describe('Maximum size of a request body in bytes.'),
    record: z
      .int()
      .min(1_048_576)
      .default(536_870_912)
      .describe(
        'Maximum size in bytes of the requests and answers that a run records. Beyond it, answers of more than 4 kB are recorded by length and digest only and not judged.',
      ),
    deadline: milliseconds.min(1).default(10_000).describe('Timeout of a request in milliseconds.'),
    retryBudget: milliseconds
      .default(30_000)
      .describe('Maximum time in milliseconds that one request may spend waiting for Retry-After.'),
    failuresInARow: z
      .int()
      .min(20)
      .default(200)
      .describe(
        'Number of consecutive requests without any answer other than server errors, over at least retryBudget, after which Assay stops sending.',
      ),
  })
  .prefault({})
  .describe('Limits that protect the service.');

const latencyLimits = serviceLimits();

/** Permission for load tests, and their limits. */
export const load = z
  .strictObject({
    allow: z
      .boolean()
      .default(false)
      .describe('Whether load may be sent to addresses other than loopback.'),
    maxRate: z
      .number()
      .positive()
      .optional()
      .describe('Maximum rate of load in requests per second. Default: no limit.'),
    users: z
      .int()
      .min(1)
      .max(20_000)
      .optional()
      .describe(
        'Virtual users of each line and step, unless the profile states them. Default: derived from earlier runs.',
      ),
    credentialSeconds: duration(
      z
        .number()
        .positive()
        .describe(
          'Validity of the credential in seconds, or as a duration such as 30m; a longer profile is refused. Default: the expiry of a JWT; any other token counts as valid without limit.',
        ),
    ).optional(),
    samePrice: z
      .boolean()
      .optional()
      .describe(
        'Whether every price request on an unchanged draft must give the same price, on the lines other than motor gap (R7). With true, a different price is a failure. Default: determined before the load; a different price is then not judged.',
      ),
    slo: z
      .strictObject({
        overall: latencyLimits
          .optional()
          .describe('Limits over all lines: any percentile (p99.9), max, shares. Default: none.'),
        lines: perLine(latencyLimits)
          .default({})
          .describe('Limits of individual lines, with the same keys.'),
      })
      .prefault({})
      .describe('Service level limits: latencies in milliseconds, and shares of requests.'),
  })
  .prefault({})
  .describe('Permission and limits of load tests.');
