import { z } from 'zod';

const count = z.int().min(0);
const ms = z.number().min(0);
const text = z.string();

/** The schema of a distribution. */
export const sketch = z
  .object({
    count,
    mean: ms,
    points: z
      .array(ms)
      .length(112)
      .describe('Minimum, p1 to p99, p99.1 to p99.9, p99.95, p99.99, maximum.'),
  })
  .describe('Milliseconds. Sketches of several generators can be merged.');

/** The schemas of what load.json says of a part of the price requests. */
export const series = {
  planned: count.describe('Price requests that were to be sent.'),
  dropped: count.describe('Those that were not, for want of a free virtual user.'),
  requests: count,
  wantedRate: z.number().describe('A second.'),
  rate: z.number().describe('A second, as sent.'),
  errors: count.describe('Answers of 400 or above, and none at all.'),
  unanswered: z
    .record(text, count)
    .describe('Of these the ones without any answer, by reason: `connection refused`.'),
  connections: count
    .optional()
    .describe('Connections that were opened anew, but for the first of each virtual user.'),
  judged: count.describe('Answers that the oracles looked at in full.'),
  wrong: count.describe('Answers in which an oracle found a fault.'),
  p50: ms
    .nullable()
    .describe('Of the answers below 400, with connecting and TLS, like all that follow.'),
  p95: ms.nullable(),
  p99: ms.nullable().describe('Null below 10,000 price requests: chance would decide.'),
  p999: ms.nullable().describe('Null below 100,000 price requests.'),
  max: ms.nullable(),
  sketch: sketch.nullable(),
};

/** The schema of what the virtual users of a line were reckoned from. */
export const pace = z
  .number()
  .optional()
  .describe('Seconds of an answer for which there were virtual users enough.');
