import { z } from 'zod';
import { duration } from './duration.ts';
import { serviceLimits } from './service-limits.ts';
import { milliseconds, perLine } from './target-values.ts';

/** How gently the service is to be treated. */
export const limits = z
  .strictObject({
    concurrency: z
      .int()
      .min(1)
      .max(256)
      .default(32)
      .describe('Requests under way at once at most; fewer where answers become slower.'),
    requestsPerSecond: z
      .number()
      .positive()
      .optional()
      .describe('Requests started a second at most. Left out: no limit.'),
    bodySize: z
      .int()
      .min(1024)
      .default(1_048_576)
      .describe('Largest body that may be sent, bytes.'),
    record: z
      .int()
      .min(1_048_576)
      .default(536_870_912)
      .describe(
        'Bytes of requests and answers that a run records; past it answers of more than 4 kB are kept by length and digest only, and nothing is judged by them.',
      ),
    deadline: milliseconds
      .min(1)
      .default(10_000)
      .describe('Milliseconds until an answer is overdue.'),
    retryBudget: milliseconds
      .default(30_000)
      .describe('Milliseconds that one request may spend waiting for Retry-After.'),
    failuresInARow: z
      .int()
      .min(20)
      .default(200)
      .describe(
        'Requests one after the other that end in a server error, or in nothing, for as long as retryBudget, after which nothing is sent any more.',
      ),
  })
  .prefault({})
  .describe('How gently the service is to be treated.');

const latencyLimits = serviceLimits();

/** Whether load may be sent, and what it may come to. */
export const load = z
  .strictObject({
    allow: z
      .boolean()
      .default(false)
      .describe('Whether load may be sent to an address that is not loopback.'),
    maxRate: z
      .number()
      .positive()
      .optional()
      .describe('Requests a second that load may reach. Left out: no limit.'),
    users: z
      .int()
      .min(1)
      .max(20_000)
      .optional()
      .describe(
        'Virtual users of each line and step, unless the profile says so. Left out: from what earlier runs took.',
      ),
    credentialSeconds: duration(
      z
        .number()
        .positive()
        .describe(
          'Seconds, or a duration such as 30m, that the credential is valid; a longer profile is refused. Left out: as a JWT says, else for ever.',
        ),
    ).optional(),
    samePrice: z
      .boolean()
      .optional()
      .describe(
        'Whether a draft that is not changed has the same price at every price request, on the lines other than motor gap (R7); true makes another price a failure. Left out: found out before the load, and another price is only inconclusive.',
      ),
    slo: z
      .strictObject({
        overall: latencyLimits
          .optional()
          .describe('Limits over all lines: any percentile (p99.9), max, shares. Left out: none.'),
        lines: perLine(latencyLimits)
          .default({})
          .describe('Limits of single lines, with the same keys.'),
      })
      .prefault({})
      .describe('Limits in milliseconds and as shares of requests.'),
  })
  .prefault({})
  .describe('Load tests.');
